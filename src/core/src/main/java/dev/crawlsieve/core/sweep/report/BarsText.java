package dev.crawlsieve.core.sweep.report;

import java.util.List;

/** A histogram in a few lines of text, a column for each value. */
final class BarsText {

  private static final int LINES = 4;
  private static final String EIGHTHS = " ▁▂▃▄▅▆▇█";
  private static final String INDENT = "  ";

  private BarsText() {}

  /**
   * The bars over their axis.
   *
   * @param labels where the axis is labelled, ascending and far enough apart
   */
  static String of(Bars bars, List<Histogram.Mark> labels) {
    StringBuilder text = new StringBuilder();
    for (int line = LINES - 1; line >= 0; line--) {
      StringBuilder row = new StringBuilder(INDENT);
      for (long count : bars.counts()) {
        int eighths = (int) Math.ceil(bars.height(count) * LINES * 8 - 1e-9) - 8 * line;
        row.append(EIGHTHS.charAt(Math.max(0, Math.min(8, eighths))));
      }
      text.append(row.toString().stripTrailing()).append('\n');
    }
    return text.append(axis(labels)).append('\n').toString();
  }

  /** A line with each label beginning under its bar. */
  static String axis(List<Histogram.Mark> labels) {
    StringBuilder axis = new StringBuilder(INDENT);
    for (Histogram.Mark label : labels) {
      int blanks = (int) Math.rint(label.at()) + INDENT.length() - axis.length();
      axis.append(" ".repeat(Math.max(0, blanks))).append(label.text());
    }
    return axis.toString();
  }
}
