package dev.crawlsieve.tool.terminal;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * How many dead letters a run may have.
 *
 * @param text as the user wrote it
 * @param most the number, or else the share in percent
 */
public record DeadLetterLimit(String text, BigDecimal most, boolean share) {

  /** The exit code of a run that has more. */
  public static final int EXIT_CODE = 3;

  private static final Pattern FORM =
      Pattern.compile("(\\d{1,18}|(\\d{1,2}(?:\\.\\d{1,9})?|100) ?%)");

  /** Whether a run has more. */
  public boolean isExceeded(long deadLetters, long records) {
    BigDecimal limit = share ? most.multiply(BigDecimal.valueOf(records)).movePointLeft(2) : most;
    return BigDecimal.valueOf(deadLetters).compareTo(limit) > 0;
  }

  /** Parses a limit. */
  public static final class Converter implements ITypeConverter<DeadLetterLimit> {

    @Override
    public DeadLetterLimit convert(String value) {
      Matcher form = FORM.matcher(value);
      if (!form.matches()) {
        throw new TypeConversionException("'" + value + "' must be like 100 or 0.5%");
      }
      String share = form.group(2);
      return new DeadLetterLimit(
          value, new BigDecimal(share == null ? value : share), share != null);
    }
  }
}
