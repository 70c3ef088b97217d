package dev.crawlsieve.measure.report;

import java.util.Locale;

/** Formats numbers for reports. */
public final class Figures {

  private static final String[] BYTES = {"B", "KB", "MB", "GB", "TB", "PB", "EB"};

  private Figures() {}

  public static String count(long number) {
    return format("%,d", number);
  }

  /** A number of things, for example {@code 1 page} or {@code 2 pages}. */
  public static String count(long number, String noun) {
    return count(number) + " " + noun + (number == 1 ? "" : "s");
  }

  /** A share in [0, 1] as a percentage. */
  public static String share(double share) {
    return format("%.1f %%", 100 * share);
  }

  /** A share in [0, 1] as a number, in the form that evaluations use. */
  public static String ratio(double ratio) {
    return Double.isNaN(ratio) ? "–" : format("%.3f", ratio);
  }

  /**
   * A number of bytes, in the unit that leaves one to three digits before the point; a KB has 1,000
   * bytes.
   */
  public static String bytes(double bytes) {
    int unit = 0;
    double value = bytes;
    while (value >= 999.95 && unit < BYTES.length - 1) {
      value /= 1000;
      unit++;
    }
    return format(unit == 0 ? "%.0f" : "%.1f", value) + " " + BYTES[unit];
  }

  /** An estimated similarity of two texts, in [0, 1]. */
  public static String similarity(double similarity) {
    return format("similarity about %.2f", similarity);
  }

  /**
   * How near two pages are, only by the measure that decides. The other measure may seem to
   * contradict it: texts of similarity 1.00 may be 10 bits apart.
   *
   * @param distance distance of their SimHashes, in bits
   * @param similarity their similarity; negative if it was not estimated
   * @param detector the detector's name
   */
  public static String nearness(int distance, double similarity, String detector) {
    return byBitsAlone(similarity, detector)
        ? count(distance, "bit") + " apart"
        : similarity(similarity);
  }

  /**
   * Whether only the bits of the SimHashes decide.
   *
   * @param similarity similarity of two pages; negative if it was not estimated
   * @param detector the detector's name
   */
  public static boolean byBitsAlone(double similarity, String detector) {
    return similarity < 0 || detector.equals("simhash");
  }

  private static String format(String format, Object value) {
    return String.format(Locale.ROOT, format, value);
  }
}
