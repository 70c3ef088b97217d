package dev.crawlsieve.measure.report;

import java.util.Locale;

/**
 * The axes of a chart in pixels, for its template.
 *
 * @param width width of the whole picture
 * @param height height of the whole picture
 * @param left where the horizontal axis begins
 * @param right where the horizontal axis ends
 * @param top where the vertical axis ends
 * @param bottom where the vertical axis begins
 */
public record Frame(int width, int height, int left, int right, int top, int bottom) {

  /** Where the texts of rows end, horizontally. */
  int rowText() {
    return left - 5;
  }

  /** Where the ticks of columns end, vertically. */
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

  /** The position of a share of the horizontal axis, in pixels. */
  public double x(double share) {
    return left + share * (right - left);
  }

  /** The position of a share of the vertical axis, in pixels. */
  public double y(double share) {
    return bottom - share * (bottom - top);
  }

  /** A position in the form that templates use. */
  public static String pixels(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }
}
