package dev.crawlsieve.measure.sweep;

import dev.crawlsieve.core.config.SettingsException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/**
 * Parses values to try: {@code 3}, {@code 1,2,5}, {@code 0..7}, {@code 0.5..0.95:0.05}, or several
 * of these separated by commas. The step of a range is after the colon; the default is 1, or 0.05
 * if a bound is a fraction.
 */
public final class ValueRange {

  private static final int MOST = 1_000;
  private static final BigDecimal FRACTION_STEP = new BigDecimal("0.05");

  private final String option;
  private final String text;

  private ValueRange(String option, String text) {
    this.option = option;
    this.text = text;
  }

  /**
   * The values without repeats, in the order given.
   *
   * @param option the option's name for messages, for example {@code --try sketch.min.similarity}
   * @throws SettingsException if the text is not a number or range, or a range is empty or
   *     backwards
   */
  public static List<BigDecimal> parse(String option, String text) {
    return new ValueRange(option, text).values();
  }

  private List<BigDecimal> values() {
    List<BigDecimal> values = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      int dots = part.indexOf("..");
      if (dots < 0) {
        addOnce(values, number(part));
      } else {
        int colon = part.indexOf(':');
        BigDecimal from = number(part.substring(0, dots));
        BigDecimal to = number(part.substring(dots + 2, colon < 0 ? part.length() : colon));
        BigDecimal step = colon < 0 ? usualStep(from, to) : number(part.substring(colon + 1));
        addRange(values, from, to, step);
      }
    }
    return values;
  }

  private static BigDecimal usualStep(BigDecimal from, BigDecimal to) {
    boolean whole = from.stripTrailingZeros().scale() <= 0 && to.stripTrailingZeros().scale() <= 0;
    return whole ? BigDecimal.ONE : FRACTION_STEP;
  }

  private void addRange(List<BigDecimal> values, BigDecimal from, BigDecimal to, BigDecimal step) {
    if (step.signum() <= 0) {
      throw wrong("has the step " + step + ", must be greater than 0");
    }
    if (from.compareTo(to) > 0) {
      throw wrong("goes backwards: write " + to + ".." + from);
    }
    for (BigDecimal value = from; value.compareTo(to) <= 0; value = value.add(step)) {
      addOnce(values, value);
      if (values.size() > MOST) {
        throw wrong("has more than " + MOST + " values");
      }
    }
  }

  private static void addOnce(List<BigDecimal> values, BigDecimal value) {
    if (values.stream().noneMatch(other -> other.compareTo(value) == 0)) {
      values.add(value);
    }
  }

  private BigDecimal number(String part) {
    try {
      return new BigDecimal(part.strip());
    } catch (NumberFormatException e) {
      throw wrong(
          part.isBlank()
              ? "has an empty item"
              : "has '" + part.strip() + "', which is not a number");
    }
  }

  private SettingsException wrong(String what) {
    return new SettingsException(
        option
            + " '"
            + text
            + "' "
            + what
            + "; write a value, a list 1,2,5 or a range 0..7 or 0.5..0.9:0.1");
  }
}
