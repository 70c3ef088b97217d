package dev.crawlsieve.lab.corpus;

import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/** Dates and times as pages write them. */
final class Dates {

  private static final LocalDate FIRST = LocalDate.of(2019, 1, 1);
  private static final int DAYS = 2500;

  private static final List<DateTimeFormatter> FORMATS =
      List.of(
          DateTimeFormatter.ofPattern("uuuu-MM-dd", Locale.ENGLISH),
          DateTimeFormatter.ofPattern("d MMMM uuuu", Locale.ENGLISH),
          DateTimeFormatter.ofPattern("MMMM d, uuuu", Locale.ENGLISH),
          DateTimeFormatter.ofPattern("dd.MM.uuuu", Locale.ENGLISH),
          DateTimeFormatter.ofPattern("EEE, d MMM uuuu", Locale.ENGLISH));

  private Dates() {}

  /** Number of date formats. */
  static int formats() {
    return FORMATS.size();
  }

  /** A random date in the given format. */
  static String date(Chance chance, int format) {
    return FORMATS.get(format).format(FIRST.plusDays(chance.between(0, DAYS)));
  }

  /** A random time of day. */
  static String time(Chance chance) {
    return String.format(Locale.ROOT, "%02d:%02d", chance.between(0, 23), chance.between(0, 59));
  }
}
