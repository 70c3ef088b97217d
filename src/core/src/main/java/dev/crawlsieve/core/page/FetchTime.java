package dev.crawlsieve.core.page;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses the time of a fetch: RFC 3339 with any offset, or a decimal number of seconds or
 * milliseconds since 1970-01-01T00:00Z. Numbers from 100,000,000,000 up are milliseconds: as
 * milliseconds they fall in 1973 or later, as seconds in 5138 or later.
 */
public final class FetchTime {

  private static final long LEAST_MILLIS = 100_000_000_000L;
  private static final long MOST_MILLIS = 253_402_300_799_999L; // the end of 9999

  private static final Pattern NUMBER = Pattern.compile("(-?[0-9]{1,15})(?:\\.([0-9]{1,9}))?");
  private static final Pattern BLANK_FOR_T = Pattern.compile("^(\\d{4}-\\d{2}-\\d{2}) ");

  private FetchTime() {}

  /**
   * Parses a time.
   *
   * @throws DateTimeException if it is malformed, or not within 9999 years of 1970
   */
  public static Instant parse(String time) {
    String trimmed = time.trim();
    Matcher number = NUMBER.matcher(trimmed);
    if (!number.matches()) {
      Instant instant =
          OffsetDateTime.parse(BLANK_FOR_T.matcher(trimmed).replaceFirst("$1T")).toInstant();
      ensureBelow10000(instant.getEpochSecond(), MOST_MILLIS / 1000);
      return instant;
    }
    long whole = Long.parseLong(number.group(1));
    ensureBelow10000(whole, MOST_MILLIS);
    if (Math.abs(whole) >= LEAST_MILLIS) {
      return Instant.ofEpochMilli(whole);
    }
    String fraction = number.group(2) == null ? "" : number.group(2);
    long nanos = Long.parseLong((fraction + "000000000").substring(0, 9));
    return Instant.ofEpochSecond(whole, number.group(1).startsWith("-") ? -nanos : nanos);
  }

  private static void ensureBelow10000(long time, long most) {
    if (time > most || time < -most) {
      throw new DateTimeException("later than 9999");
    }
  }
}
