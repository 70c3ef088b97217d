package dev.crawlsieve.measure.report;

import java.util.Locale;

/**
 * The axes of a chart in pixels, for its template.
 *
 * @param width of the whole picture
 * @param height of the whole picture
 * @param left where the axis to the right begins
 * @param right where it ends
 * @param top where the axis upward ends
 * @param bottom where it begins
 */
public record Frame(int width, int height, int left, int right, int top, int bottom) {

  /** Where the texts of rows end. */
  int rowText() {
    return left - 5;
  }

  /** Where the ticks of columns end. */
  int tickEnd() {
    return bottom + 4;
  }

  /** The base line of the label under the columns. */
  int base() {
    return height - 8;
  }

  String middle() {
    return pixels((left + right) / 2.0);
  }

  /** The place of a share of the axis to the right. */
  public double x(double share) {
    return left + share * (right - left);
  }

  /** The place of a share of the axis upward. */
  public double y(double share) {
    return bottom - share * (bottom - top);
  }

  /** A place as templates have it. */
  public static String pixels(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }
}
