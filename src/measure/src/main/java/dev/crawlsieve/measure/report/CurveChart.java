package dev.crawlsieve.measure.report;

import static dev.crawlsieve.measure.report.Frame.pixels;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A chart of curves over two axes, drawn by the template {@code report/chart.mustache}.
 *
 * @param label what the chart shows, in words
 * @param x the horizontal axis
 * @param y the vertical axis
 * @param curves the curves
 */
public record CurveChart(String label, Axis x, Axis y, List<Curve> curves) {

  private static final Frame FRAME = new Frame(360, 250, 42, 346, 18, 206);
  private static final List<String> SHAPES =
      List.of(
          "M-3 0A3 3 0 1 0 3 0A3 3 0 1 0-3 0Z",
          "M-3-3H3V3H-3Z",
          "M0-4L4 3H-4Z",
          "M0-4L4 0L0 4L-4 0Z");

  /** A point in the units of the axes. */
  public record Point(double x, double y) {}

  /**
   * A marked point of a curve.
   *
   * @param title shown when the mouse points at the dot
   * @param ring the label of a ring around the dot, for example {@code in force}; empty for no ring
   */
  public record Dot(Point at, String title, String ring) {}

  /**
   * A curve, with a second, dotted curve of the same colour.
   *
   * @param number selects the colour, from 0 to 7, and the shape of the dots
   * @param name the curve's name in the legend
   * @param solid points by ascending x
   * @param dotted points by ascending x; empty if there is no dotted curve
   * @param dots marked points
   */
  public record Curve(
      int number, String name, List<Point> solid, List<Point> dotted, List<Dot> dots) {

    public Curve {
      solid = List.copyOf(solid);
      dotted = List.copyOf(dotted);
      dots = List.copyOf(dots);
    }

    String shape() {
      return SHAPES.get(number % SHAPES.size());
    }

    boolean hasRing() {
      return dots.stream().anyMatch(dot -> !dot.ring().isEmpty());
    }
  }

  public CurveChart {
    curves = List.copyOf(curves);
  }

  /** A tick in pixels, with its text. */
  record Tick(String at, String textAt, String text) {}

  /** A curve in pixels. */
  record Drawn(int colour, String shape, String solid, String dotted, List<Marked> dots) {}

  /** A dot in pixels. */
  record Marked(String x, String y, String title) {}

  /** A ring in pixels, with the text beside it. */
  record Ring(String x, String y, String textX, String textY, String anchor, String text) {}

  Frame frame() {
    return FRAME;
  }

  List<Tick> columns() {
    return Arrays.stream(x.ticks().values())
        .mapToObj(value -> new Tick(pixels(x(value)), pixels(FRAME.bottom() + 16), x.text(value)))
        .toList();
  }

  List<Tick> rows() {
    return Arrays.stream(y.ticks().values())
        .mapToObj(value -> new Tick(pixels(y(value)), pixels(y(value) + 4), y.text(value)))
        .toList();
  }

  /** The curves; those with a ring come last and so are drawn over the others. */
  List<Drawn> drawn() {
    return curves.stream().sorted(Comparator.comparing(Curve::hasRing)).map(this::drawn).toList();
  }

  private Drawn drawn(Curve curve) {
    List<Marked> dots =
        curve.dots().stream()
            .map(d -> new Marked(pixels(x(d.at().x())), pixels(y(d.at().y())), d.title()))
            .toList();
    return new Drawn(
        curve.number(), curve.shape(), points(curve.solid()), points(curve.dotted()), dots);
  }

  private String points(List<Point> points) {
    return points.stream()
        .map(point -> pixels(x(point.x())) + "," + pixels(y(point.y())))
        .collect(Collectors.joining(" "));
  }

  List<Ring> rings() {
    List<Ring> rings = new ArrayList<>();
    for (Curve curve : curves) {
      curve.dots().stream().filter(d -> !d.ring().isEmpty()).forEach(d -> rings.add(ring(d)));
    }
    return rings;
  }

  private Ring ring(Dot dot) {
    double atX = x(dot.at().x());
    double atY = y(dot.at().y());
    boolean isRight = atX > (FRAME.left() + FRAME.right()) / 2.0;
    return new Ring(
        pixels(atX),
        pixels(atY),
        pixels(isRight ? atX + 8 : Math.max(FRAME.left() + 2, atX - 8)),
        pixels(atY < FRAME.top() + 16 ? atY + 20 : atY - 11),
        isRight ? "end" : "start",
        dot.ring());
  }

  private double x(double value) {
    return FRAME.x(x.share(value));
  }

  private double y(double value) {
    return FRAME.y(y.share(value));
  }
}
