package dev.crawlsieve.core.sweep.report;

import java.util.Locale;

/** What tells a family's points from another's, beside their colour. */
public final class Marker {

  /** Colours before they come again. */
  static final int COLOURS = 8;

  private static final String[] SHAPES = {
    "M-3 0A3 3 0 1 0 3 0A3 3 0 1 0-3 0Z", "M-3-3H3V3H-3Z", "M0-4L4 3H-4Z", "M0-4L4 0L0 4L-4 0Z"
  };

  private Marker() {}

  /** A point as SVG; its title is markup. */
  static String svg(int family, double x, double y, String title) {
    return shape(family, x, y, "<title>" + title + "</title>");
  }

  private static String shape(int family, double x, double y, String inside) {
    // shapes move on when the colours are through, so that 32 families differ
    String shape = SHAPES[(family + family / COLOURS) % SHAPES.length];
    return String.format(
        Locale.ROOT,
        "<path transform=\"translate(%.1f %.1f)\" d=\"%s\">%s</path>\n",
        x,
        y,
        shape,
        inside);
  }

  /** The sample of a line before its name. */
  public static String key(int family) {
    return "<svg class=\"key\" viewBox=\"0 0 30 12\" aria-hidden=\"true\"><g class=\"f"
        + family % COLOURS
        + "\"><polyline class=\"drawn\" points=\"0,6 30,6\"/>"
        + shape(family, 15, 6, "")
        + "</g></svg> ";
  }
}
