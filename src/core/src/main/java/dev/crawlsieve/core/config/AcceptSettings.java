package dev.crawlsieve.core.config;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Which pages are judged; all others go to {@code unjudged}.
 *
 * @param statuses accepted response statuses, in digits; the empty string stands for a page without
 *     a status
 * @param anyStatus whether every status is accepted
 * @param types content types that are judged by their text
 * @param bytes content types that are judged by their bytes alone if they are not among {@code
 *     types}
 * @param minBytes minimum size of a body, in bytes
 */
public record AcceptSettings(
    Set<String> statuses, boolean anyStatus, TypePatterns types, TypePatterns bytes, int minBytes) {

  private static final Pattern STATUS = Pattern.compile("([0-9]{3})(?:-([0-9]{3}))?");
  private static final Pattern CLASS = Pattern.compile("([1-9])xx");

  /** Default statuses: 200, and pages without a status. */
  public static final List<String> STATUSES = List.of("200", "none");

  /** Default content types: text, but neither styles nor scripts. */
  public static final List<String> TYPES =
      List.of(
          "text/*",
          "application/xhtml+xml",
          "-text/css",
          "-*/*javascript*",
          "-*/*ecmascript*",
          "-image/*");

  /** The defaults. */
  public static final AcceptSettings DEFAULT = of(STATUSES, TYPES, List.of(), 0);

  public AcceptSettings {
    statuses = Set.copyOf(statuses);
  }

  /**
   * Reads the settings.
   *
   * @param statuses each is a status, a range such as {@code 200-299}, a class such as {@code 2xx},
   *     {@code none} or {@code any}
   * @param types each is a content type or a pattern with {@code *}; a leading {@code -} excludes
   *     it
   * @param bytes in the same form, the types that are judged by their bytes
   * @throws SettingsException if any of them has another form
   */
  public static AcceptSettings of(
      List<String> statuses, List<String> types, List<String> bytes, int minBytes) {
    Set<String> codes = new LinkedHashSet<>();
    boolean any = false;
    for (String status : statuses) {
      any |= status.equals("any");
      codes.addAll(status.equals("any") ? List.of() : codes(status));
    }
    return new AcceptSettings(
        codes,
        any,
        TypePatterns.of("accept.types", types),
        TypePatterns.of("accept.bytes", bytes),
        minBytes);
  }

  private static List<String> codes(String status) {
    Matcher codes = STATUS.matcher(status);
    Matcher group = CLASS.matcher(status);
    if (status.equals("none")) {
      return List.of("");
    } else if (codes.matches()) {
      int first = Integer.parseInt(codes.group(1));
      return codes(first, codes.group(2) == null ? first : Integer.parseInt(codes.group(2)));
    } else if (group.matches()) {
      int first = 100 * Integer.parseInt(group.group(1));
      return codes(first, first + 99);
    }
    throw new SettingsException(
        "accept.status has '" + status + "', must be like 200, 200-299, 2xx, none or any");
  }

  private static List<String> codes(int first, int last) {
    return IntStream.rangeClosed(first, last)
        .mapToObj(code -> String.format(Locale.ROOT, "%03d", code))
        .toList();
  }

  /**
   * Whether a status is accepted.
   *
   * @param status the status in digits, or the empty string for none
   */
  public boolean acceptsStatus(String status) {
    return anyStatus || statuses.contains(status);
  }
}
