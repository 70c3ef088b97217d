package dev.crawlsieve.core.sweep.report;

import static dev.crawlsieve.core.report.Frame.pixels;

import dev.crawlsieve.core.report.Figures;
import dev.crawlsieve.core.report.Frame;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A histogram, drawn by {@code histogram.mustache}.
 *
 * @param bars pages by value
 * @param values name of a bar's value, for its title
 * @param labels where the axis is labelled, and how
 * @param label what the axis shows
 * @param marks thresholds to draw, at most two
 */
record Histogram(
    Bars bars, IntFunction<String> values, List<Mark> labels, String label, List<Mark> marks) {

  private static final Frame FRAME = new Frame(380, 240, 46, 370, 44, 196);
  private static final int LINE = 13;

  /**
   * A place on the axis.
   *
   * @param at in bars: 3 is the middle of the bar with index 3, 3.5 the edge after it
   */
  record Mark(double at, String text) {}

  /** A line across, with a text before it that may be empty. */
  record Line(String at, String textAt, String text) {}

  /** A text under the axis. */
  record Column(String at, String text) {}

  /** A bar in pixels. */
  record Rectangle(String x, String y, String barWidth, String barHeight, String title) {}

  /** A threshold in pixels. */
  record Threshold(String x, int top, String textX, int textY, String anchor, String text) {}

  Frame frame() {
    return FRAME;
  }

  boolean squareRoot() {
    return bars.squareRoot();
  }

  List<Line> lines() {
    List<Line> lines = new ArrayList<>();
    lines.add(new Line(pixels(y(0)), "", ""));
    for (long tick : bars.ticks(5)) {
      lines.add(new Line(pixels(y(tick)), pixels(y(tick) + 4), Figures.count(tick)));
    }
    return lines;
  }

  List<Column> columns() {
    return labels.stream().map(l -> new Column(pixels(x(l.at())), l.text())).toList();
  }

  List<Rectangle> rectangles() {
    return filled().mapToObj(this::rectangle).toList();
  }

  private IntStream filled() {
    return IntStream.range(0, bars.counts().size()).filter(i -> bars.counts().get(i) > 0);
  }

  private Rectangle rectangle(int i) {
    long count = bars.counts().get(i);
    double width = x(1) - x(0);
    double gap = Math.min(1, width * 0.15);
    // a bar of one page among millions is still visible
    double height = Math.max(1.5, y(0) - y(count));
    return new Rectangle(
        pixels(x(i - 0.5) + gap / 2),
        pixels(y(0) - height),
        pixels(width - gap),
        pixels(height),
        values.apply(i) + ": " + Figures.count(count, "page"));
  }

  List<Threshold> thresholds() {
    return IntStream.range(0, marks.size())
        .mapToObj(i -> threshold(marks.get(i), FRAME.top() - 6 - LINE * (marks.size() - 1 - i)))
        .toList();
  }

  private Threshold threshold(Mark mark, int y) {
    double x = x(mark.at());
    boolean isRight = x > FRAME.width() * 0.4;
    String anchor = isRight ? "end" : "start";
    return new Threshold(pixels(x), y - 9, pixels(x + (isRight ? -4 : 4)), y, anchor, mark.text());
  }

  /** The bars as text; empty if there are none. */
  String numbers() {
    return filled()
        .mapToObj(i -> values.apply(i) + ": " + Figures.count(bars.counts().get(i)))
        .collect(Collectors.joining(" · "));
  }

  private double x(double at) {
    return FRAME.x((at + 0.5) / bars.counts().size());
  }

  private double y(long count) {
    return FRAME.y(bars.height(count));
  }
}
