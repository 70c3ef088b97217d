package dev.crawlsieve.core.report;

import java.util.List;
import java.util.stream.IntStream;

/**
 * A chart as a picture of its own, an SVG file: with its label above and the names of its curves
 * below, all in one row.
 */
public record ChartPicture(CurveChart chart) {

  private static final int LEFT = 16;
  private static final int WIDTH = 344;

  /** A curve's name beside its mark. */
  record Name(int x, int colour, String shape, String name) {}

  List<Name> legend() {
    List<CurveChart.Curve> curves = chart.curves();
    return IntStream.range(0, curves.size())
        .mapToObj(i -> name(LEFT + i * WIDTH / curves.size(), curves.get(i)))
        .toList();
  }

  private static Name name(int x, CurveChart.Curve curve) {
    return new Name(x, curve.colour(), curve.shape(), curve.name());
  }

  /** The file's text. */
  public String svg() {
    return ReportTemplate.fill("report/picture.mustache", this);
  }
}
