package dev.crawlsieve.core.sweep.report;

import static dev.crawlsieve.core.sweep.report.CrawledText.escaped;

import dev.crawlsieve.core.sweep.SettingFamily;
import dev.crawlsieve.core.sweep.SettingResult;
import dev.crawlsieve.core.sweep.SweepAxis;
import dev.crawlsieve.core.sweep.SweptSetting;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Lines along one threshold as SVG, two for each family of settings: one drawn out, one dotted.
 *
 * @param axis the threshold
 * @param families by the numbers of their colours, one pair of lines each
 * @param label what the picture shows, in words
 * @param drawn height of a setting on the line that is drawn out, 0 to 1
 * @param dotted height on the dotted line, 0 to 1
 * @param title of a setting's point
 */
public record CurveChart(
    SweepAxis axis,
    Map<Integer, SettingFamily> families,
    String label,
    ToDoubleFunction<SettingResult> drawn,
    ToDoubleFunction<SettingResult> dotted,
    Function<SettingResult, String> title) {

  /** More lines than this are drawn thin. */
  private static final int MANY = 5;

  private static final int WIDTH = 360;
  private static final int HEIGHT = 250;
  private static final int LEFT = 42;
  private static final int RIGHT = 14;
  private static final int TOP = 18;
  private static final int BOTTOM = 44;

  public CurveChart {
    families = new TreeMap<>(families);
  }

  public String svg() {
    Ticks x = ticks(values(f -> f.results().stream().map(f::at)), 10, axis.isWhole() ? 2 : 0.1);
    Ticks y =
        ticks(
            values(
                f ->
                    f.results().stream()
                        .flatMap(r -> Stream.of(drawn.applyAsDouble(r), dotted.applyAsDouble(r)))),
            6,
            0.01);
    StringBuilder svg = new StringBuilder();
    svg.append(
        "<svg%s viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">\n"
            .formatted(
                families.size() > MANY ? " class=\"many\"" : "", WIDTH, HEIGHT, escaped(label)));
    grid(svg, x, y);
    families.entrySet().stream()
        .sorted(Comparator.comparing(e -> isInForce(e.getValue())))
        .forEach(e -> lines(svg, e.getKey(), e.getValue(), x, y));
    families.values().forEach(family -> inForce(svg, family, x, y));
    return svg.append("</svg>\n").toString();
  }

  private static boolean isInForce(SettingFamily family) {
    return family.results().stream().anyMatch(r -> r.setting().inForce());
  }

  private double[] values(Function<SettingFamily, Stream<Double>> values) {
    return families.values().stream().flatMap(values).mapToDouble(Double::doubleValue).toArray();
  }

  /** Ticks around some values, or around the place of a single one. */
  private static Ticks ticks(double[] values, int most, double least) {
    double from = Arrays.stream(values).min().orElse(0);
    double to = Arrays.stream(values).max().orElse(1);
    double around = Math.max(0, least - (to - from)) / 2;
    return Ticks.around(Math.max(0, from - around), to + around, most, least > 1);
  }

  private void grid(StringBuilder svg, Ticks x, Ticks y) {
    for (double value : y.values()) {
      String height = number(y(value, y));
      svg.append(line("grid", LEFT, height, WIDTH - RIGHT, height));
      svg.append(text(number(LEFT - 5), number(y(value, y) + 4), "end", percent(value)));
    }
    for (double value : x.values()) {
      String at = number(x(value, x));
      svg.append(
          "<line class=\"grid\" x1=\"%s\" y1=\"%d\" x2=\"%s\" y2=\"%d\"/>"
              .formatted(at, HEIGHT - BOTTOM, at, HEIGHT - BOTTOM + 4));
      svg.append(text(at, number(HEIGHT - BOTTOM + 16), "middle", SweptSetting.number(value)));
    }
    String middle = number((LEFT + WIDTH - RIGHT) / 2.0);
    svg.append(text(middle, number(HEIGHT - 8), "middle", axis.label()));
  }

  private void lines(StringBuilder svg, int number, SettingFamily family, Ticks x, Ticks y) {
    List<SettingResult> results = family.ascending();
    svg.append("<g class=\"f").append(number % Marker.COLOURS).append("\">\n");
    for (boolean isDotted : new boolean[] {true, false}) {
      StringBuilder points = new StringBuilder();
      for (SettingResult result : results) {
        double value = (isDotted ? dotted : drawn).applyAsDouble(result);
        points.append(points.isEmpty() ? "" : " ");
        points.append(number(x(family.at(result), x))).append(',').append(number(y(value, y)));
      }
      svg.append("<polyline class=\"").append(isDotted ? "dotted" : "drawn");
      svg.append("\" points=\"").append(points).append("\"/>\n");
    }
    for (SettingResult result : results) {
      double atX = x(family.at(result), x);
      svg.append(
          Marker.svg(number, atX, y(drawn.applyAsDouble(result), y), escaped(title.apply(result))));
    }
    svg.append("</g>\n");
  }

  private void inForce(StringBuilder svg, SettingFamily family, Ticks x, Ticks y) {
    for (SettingResult result : family.results()) {
      if (result.setting().inForce()) {
        double atX = x(family.at(result), x);
        double atY = y(drawn.applyAsDouble(result), y);
        boolean isRight = atX > (LEFT + WIDTH - RIGHT) / 2.0;
        svg.append(
            "<circle class=\"force\" cx=\"%s\" cy=\"%s\" r=\"7\"/>"
                .formatted(number(atX), number(atY)));
        svg.append(
            "<text class=\"force\" x=\"%s\" y=\"%s\" text-anchor=\"%s\">in force</text>\n"
                .formatted(
                    number(isRight ? atX + 8 : Math.max(LEFT + 2, atX - 8)),
                    number(atY < TOP + 16 ? atY + 20 : atY - 11),
                    isRight ? "end" : "start"));
      }
    }
  }

  private static String line(String kind, int x1, String y1, int x2, String y2) {
    return "<line class=\"%s\" x1=\"%d\" y1=\"%s\" x2=\"%d\" y2=\"%s\"/>"
        .formatted(kind, x1, y1, x2, y2);
  }

  private static String text(String x, String y, String anchor, String text) {
    return "<text x=\"%s\" y=\"%s\" text-anchor=\"%s\">%s</text>\n"
        .formatted(x, y, anchor, escaped(text));
  }

  private static double x(double value, Ticks x) {
    return LEFT + (value - x.start()) / (x.end() - x.start()) * (WIDTH - LEFT - RIGHT);
  }

  private static double y(double value, Ticks y) {
    return HEIGHT - BOTTOM - (value - y.start()) / (y.end() - y.start()) * (HEIGHT - TOP - BOTTOM);
  }

  private static String percent(double share) {
    return SweptSetting.number(100 * share) + " %";
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }
}
