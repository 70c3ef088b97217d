package dev.crawlsieve.core.sweep.report;

import static dev.crawlsieve.core.sweep.report.CrawledText.escaped;

import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;

/**
 * A histogram as SVG.
 *
 * @param bars pages by value
 * @param values name of a bar's value, for its title
 * @param labels where the axis is labelled, and how
 * @param label what the axis shows
 * @param marks thresholds to draw, at most two
 */
public record HistogramSvg(
    Bars bars, IntFunction<String> values, List<Mark> labels, String label, List<Mark> marks) {

  private static final int WIDTH = 380;
  private static final int HEIGHT = 240;
  private static final int LEFT = 46;
  private static final int RIGHT = 10;
  private static final int TOP = 44;
  private static final int BOTTOM = 44;
  private static final int LINE = 13;

  /**
   * A place on the axis.
   *
   * @param at in bars: 3 is the middle of the bar with index 3, 3.5 the edge after it
   */
  public record Mark(double at, String text) {}

  public HistogramSvg {
    labels = List.copyOf(labels);
    marks = List.copyOf(marks);
  }

  String svg() {
    StringBuilder svg = new StringBuilder();
    svg.append(
        "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">\n"
            .formatted(WIDTH, HEIGHT, escaped("Pages by " + label)));
    String scale = bars.squareRoot() ? "pages (square-root scale)" : "pages";
    svg.append(text("", LEFT - 40, 11, "start", scale));
    svg.append(line("grid", LEFT, y(0), WIDTH - RIGHT, y(0)));
    for (long tick : bars.ticks(5)) {
      svg.append(line("grid", LEFT, y(tick), WIDTH - RIGHT, y(tick)));
      svg.append(text("", LEFT - 5, y(tick) + 4, "end", Figures.count(tick)));
    }
    for (int i = 0; i < bars.counts().size(); i++) {
      if (bars.counts().get(i) > 0) {
        svg.append(bar(i, bars.counts().get(i)));
      }
    }
    for (Mark place : labels) {
      svg.append(text("", x(place.at()), HEIGHT - BOTTOM + 15, "middle", place.text()));
    }
    svg.append(text("", (LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 8, "middle", label));
    for (int i = 0; i < marks.size(); i++) {
      svg.append(mark(marks.get(i), TOP - 6 - LINE * (marks.size() - 1 - i)));
    }
    return svg.append("</svg>\n").toString();
  }

  private String bar(int i, long count) {
    double gap = Math.min(1, barWidth() * 0.15);
    // a bar of one page among millions is seen all the same
    double height = Math.max(1.5, y(0) - y(count));
    return String.format(
        Locale.ROOT,
        "<rect class=\"bar\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\">"
            + "<title>%s: %s</title></rect>\n",
        x(i - 0.5) + gap / 2,
        y(0) - height,
        barWidth() - gap,
        height,
        escaped(values.apply(i)),
        Figures.pages(count));
  }

  private String mark(Mark mark, int y) {
    boolean isRight = x(mark.at()) > WIDTH * 0.4;
    return line("force", x(mark.at()), y - 9, x(mark.at()), y(0))
        + text(
            "force", x(mark.at()) + (isRight ? -4 : 4), y, isRight ? "end" : "start", mark.text());
  }

  private static String line(String kind, double x1, double y1, double x2, double y2) {
    return String.format(
        Locale.ROOT,
        "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n",
        kind,
        x1,
        y1,
        x2,
        y2);
  }

  private static String text(String kind, double x, double y, String anchor, String text) {
    return String.format(
        Locale.ROOT,
        "<text%s x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n",
        kind.isEmpty() ? "" : " class=\"" + kind + "\"",
        x,
        y,
        anchor,
        escaped(text));
  }

  private double barWidth() {
    return (double) (WIDTH - LEFT - RIGHT) / bars.counts().size();
  }

  private double x(double at) {
    return LEFT + (at + 0.5) * barWidth();
  }

  private double y(long count) {
    return HEIGHT - BOTTOM - bars.height(count) * (HEIGHT - TOP - BOTTOM);
  }
}
