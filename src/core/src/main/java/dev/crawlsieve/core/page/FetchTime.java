package dev.crawlsieve.core.page;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses the time of a fetch in the forms that crawlers write:
 *
 * <ul>
 *   <li>RFC 3339, also without seconds, without offset (UTC) or without time; with {@code +0000};
 *       or with a {@code Z} after the offset or the day, as warcio.js 2.4.11 writes it. A leap
 *       second counts as the second after it
 *   <li>an HTTP date (RFC 9110, section 5.6.7)
 *   <li>a decimal number of seconds or, from 100,000,000,000 up, milliseconds since
 *       1970-01-01T00:00Z: from there up, milliseconds are in 1973 or later, and seconds would be
 *       in 5138 or later
 *   <li>14 digits, {@code yyyyMMddHHmmss} in UTC, as in CDX files; 17 digits, the same with
 *       milliseconds
 *   <li>16 digits, microseconds since 1970; 19 digits, nanoseconds
 * </ul>
 *
 * <p>Digits of a fraction of a second after the ninth are ignored.
 */
public final class FetchTime {

  private static final long LEAST_MILLIS = 100_000_000_000L;
  private static final long MOST_SECONDS = 253_402_300_799L; // the end of 9999
  private static final int MOST_CHARS = 100;

  private static final Pattern NUMBER = Pattern.compile("(-?)([0-9]{1,19})(?:\\.([0-9]+))?");
  private static final Pattern EXPONENT = Pattern.compile("-?[0-9.]{1,40}[eE]\\+?[0-9]{1,2}");
  private static final Pattern DATE_TIME =
      Pattern.compile(
          "(?i)([+-]?\\d{4,9}-\\d\\d-\\d\\d)"
              + "(?:z|[t ](\\d\\d:\\d\\d)(?::(\\d\\d)(?:[.,](\\d+))?)? ?"
              + "(?:z|utc|gmt|([+-]\\d\\d)(?::?(\\d\\d))?z?)?)?");

  private static final DateTimeFormatter CDX = DateTimeFormatter.ofPattern("uuuuMMddHHmmss");

  private FetchTime() {}

  /**
   * Parses a time.
   *
   * @throws DateTimeException if it is malformed, or not within 9999 years of 1970
   */
  public static Instant parse(String time) {
    String text = time.trim();
    if (text.length() > MOST_CHARS) {
      throw new DateTimeException("too long");
    }
    if (EXPONENT.matcher(text).matches()) {
      text = plain(text);
    }
    Matcher number = NUMBER.matcher(text);
    Instant instant = number.matches() ? number(number) : written(text);
    if (Math.abs(instant.getEpochSecond()) > MOST_SECONDS) {
      throw new DateTimeException("later than 9999");
    }
    return instant;
  }

  /**
   * Milliseconds since 1970-01-01T00:00Z of what {@link Instant#toString} wrote; faster than {@link
   * Instant#parse} if it is in whole seconds.
   */
  public static long millis(String instant) {
    if (instant.length() != "2026-01-31T12:00:00Z".length() || instant.charAt(4) != '-') {
      return Instant.parse(instant).toEpochMilli();
    }
    long day =
        LocalDate.of(digits(instant, 0, 4), digits(instant, 5, 7), digits(instant, 8, 10))
            .toEpochDay();
    int minutes = 60 * digits(instant, 11, 13) + digits(instant, 14, 16);
    return 1_000 * (86_400 * day + 60L * minutes + digits(instant, 17, 19));
  }

  private static int digits(String text, int from, int to) {
    return Integer.parseInt(text, from, to, 10);
  }

  private static String plain(String number) {
    try {
      return new BigDecimal(number).toPlainString();
    } catch (NumberFormatException e) {
      throw new DateTimeException("not a number", e);
    }
  }

  private static Instant number(Matcher number) {
    boolean negative = !number.group(1).isEmpty();
    String digits = number.group(2);
    String fraction = number.group(3) == null ? "" : number.group(3);
    return switch (negative ? 0 : digits.length()) {
      case 14 -> cdx(digits);
      case 16 -> sinceEpoch(false, digits.substring(0, 10), digits.substring(10));
      case 17 -> cdx(digits.substring(0, 14)).plusMillis(Long.parseLong(digits.substring(14)));
      case 19 -> sinceEpoch(false, digits.substring(0, 10), digits.substring(10));
      default -> sinceEpoch(negative, digits, fraction);
    };
  }

  private static Instant sinceEpoch(boolean negative, String digits, String fraction) {
    if (digits.length() > 15) {
      throw new DateTimeException("later than 9999");
    }
    long whole = Long.parseLong(digits);
    if (whole >= LEAST_MILLIS) {
      return Instant.ofEpochMilli(negative ? -whole : whole);
    }
    long nanos = Long.parseLong((fraction + "000000000").substring(0, 9));
    return Instant.ofEpochSecond(negative ? -whole : whole, negative ? -nanos : nanos);
  }

  private static Instant cdx(String digits) {
    return LocalDateTime.parse(digits, CDX).toInstant(ZoneOffset.UTC);
  }

  private static Instant written(String text) {
    Matcher parts = DATE_TIME.matcher(text);
    if (!parts.matches()) {
      return ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
    }
    boolean leap = "60".equals(parts.group(3));
    String fraction = or(parts.group(4), "0");
    return OffsetDateTime.parse(
            parts.group(1)
                + "T"
                + or(parts.group(2), "00:00")
                + ":"
                + (leap ? "59" : or(parts.group(3), "00"))
                + "."
                + fraction.substring(0, Math.min(9, fraction.length()))
                + or(parts.group(5), "+00")
                + ":"
                + or(parts.group(6), "00"))
        .toInstant()
        .plusSeconds(leap ? 1 : 0);
  }

  private static String or(String found, String otherwise) {
    return found == null ? otherwise : found;
  }
}
