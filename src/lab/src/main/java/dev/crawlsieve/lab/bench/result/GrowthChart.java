package dev.crawlsieve.lab.bench.result;

import com.fasterxml.jackson.databind.JsonNode;
import dev.crawlsieve.core.report.Axis;
import dev.crawlsieve.core.report.ChartPicture;
import dev.crawlsieve.core.report.CurveChart;
import dev.crawlsieve.core.report.CurveChart.Curve;
import dev.crawlsieve.core.report.CurveChart.Dot;
import dev.crawlsieve.core.report.CurveChart.Point;
import dev.crawlsieve.core.report.Ticks;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;

/** Pages per second by kept pages, of indexes that grew with different memory. */
public final class GrowthChart {

  private static final int STEPS = 6;
  private static final DecimalFormat MILLIONS =
      new DecimalFormat("0.##", DecimalFormatSymbols.getInstance(Locale.ROOT));

  private GrowthChart() {}

  /**
   * The picture as an SVG file.
   *
   * @param results what {@link GrowthResult#json} gave, one each
   */
  public static String svg(List<JsonNode> results) {
    List<String> detectors =
        results.stream().map(result -> result.path("detector").asText()).distinct().toList();
    List<Curve> curves = new ArrayList<>();
    double mostLeaders = 0;
    double mostRate = 0;
    for (JsonNode result : results) {
      Curve curve = curve(curves.size(), result, detectors.size() > 1);
      curves.add(curve);
      for (Point point : curve.solid()) {
        mostLeaders = Math.max(mostLeaders, point.x());
        mostRate = Math.max(mostRate, point.y());
      }
    }
    return new ChartPicture(
            new CurveChart(
                "Pages/s of "
                    + String.join(", ", detectors)
                    + " by kept pages, for index.memory.bytes",
                axis("million kept pages", mostLeaders, value -> MILLIONS.format(value / 1e6)),
                axis("", mostRate, value -> format("%.0fk", value / 1e3)),
                curves,
                List.of()))
        .svg();
  }

  private static Axis axis(String label, double most, DoubleFunction<String> texts) {
    return new Axis(label, Ticks.around(0, most, STEPS, true), texts);
  }

  private static Curve curve(int number, JsonNode result, boolean named) {
    List<Point> points = new ArrayList<>();
    for (JsonNode point : result.path("points")) {
      points.add(
          new Point(point.path("leaders").asDouble(), point.path("pagesPerSecond").asDouble()));
    }
    String memory = format("%,.0f MB", result.path("indexMemoryBytes").asDouble() / 1e6);
    String name = named ? result.path("detector").asText() + ", " + memory : memory;
    List<Dot> dots = points.stream().map(point -> new Dot(point, title(point), "")).toList();
    return new Curve(number, name, "", points, List.of(), dots);
  }

  private static String title(Point point) {
    return format("%,.0f kept pages: %,.0f pages/s", point.x(), point.y());
  }

  private static String format(String form, Object... values) {
    return String.format(Locale.ROOT, form, values);
  }
}
