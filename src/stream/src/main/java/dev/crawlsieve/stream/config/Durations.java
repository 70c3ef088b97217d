package dev.crawlsieve.stream.config;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as text: {@code none}, {@code 30d}, {@code 12h}, {@code 90s}, {@code PT1H30M}. */
public final class Durations {

  private static final Pattern SHORT = Pattern.compile("(\\d{1,12})\\s*(ms|s|m|h|d)");

  private Durations() {}

  /**
   * Parses a duration.
   *
   * @return zero for {@code none}
   * @throws IllegalArgumentException if it is not a duration
   */
  static Duration parse(String text) {
    String value = text.strip().toLowerCase(Locale.ROOT);
    if (value.equals("none")) {
      return Duration.ZERO;
    }
    Matcher matcher = SHORT.matcher(value);
    if (matcher.matches()) {
      long number = Long.parseLong(matcher.group(1));
      return switch (matcher.group(2)) {
        case "ms" -> Duration.ofMillis(number);
        case "s" -> Duration.ofSeconds(number);
        case "m" -> Duration.ofMinutes(number);
        case "h" -> Duration.ofHours(number);
        default -> Duration.ofDays(number);
      };
    }
    try {
      return Duration.parse(value);
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException(
          "'" + text + "' is not a duration: use none, or for example 30d, 12h, 90s or PT1H30M", e);
    }
  }
}
