package dev.crawlsieve.measure.sweep.report;

import static dev.crawlsieve.measure.report.Figures.share;

import dev.crawlsieve.core.config.Threshold;
import dev.crawlsieve.measure.eval.Counts;
import dev.crawlsieve.measure.report.Axis;
import dev.crawlsieve.measure.report.CurveChart;
import dev.crawlsieve.measure.report.CurveChart.Curve;
import dev.crawlsieve.measure.report.CurveChart.Dot;
import dev.crawlsieve.measure.report.CurveChart.Point;
import dev.crawlsieve.measure.report.Ticks;
import dev.crawlsieve.measure.sweep.SettingFamily;
import dev.crawlsieve.measure.sweep.SettingResult;
import dev.crawlsieve.measure.sweep.SweptSetting;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * The charts of a sweep: one for each threshold that the sweep varies, with a curve for each family
 * of settings.
 *
 * @param label what a chart shows, without its threshold
 * @param solid height of a setting on the solid line, in [0, 1]
 * @param dotted height of a setting on the dotted line, in [0, 1]
 * @param title what the title of a point says after its setting
 */
record SweepCurves(
    String label,
    ToDoubleFunction<SettingResult> solid,
    ToDoubleFunction<SettingResult> dotted,
    Function<SettingResult, String> title) {

  private static final SweepCurves DROPPED =
      new SweepCurves(
          "Share of pages dropped by ",
          SettingResult::droppedShare,
          r -> r.pages() == 0 ? 0 : (double) r.exact() / r.pages(),
          r -> share(r.droppedShare()) + " dropped");

  private static final SweepCurves AGREEMENT =
      new SweepCurves(
          "Precision and recall by ",
          r -> truth(r).precision(),
          r -> truth(r).ofDrops() ? truth(r).precision() : truth(r).recall(),
          r -> agreement(truth(r)));

  private static String agreement(Counts truth) {
    String precision = "precision " + share(truth.precision());
    return truth.ofDrops() ? precision : precision + ", recall " + share(truth.recall());
  }

  private static Counts truth(SettingResult result) {
    return result.truth().orElseThrow();
  }

  /** The charts of the share that is dropped; empty if there are no settings. */
  static List<CurveChart> dropped(List<SettingFamily> families) {
    return DROPPED.charts(families);
  }

  /** The charts of agreement with labels; empty if there are none. */
  static List<CurveChart> agreement(List<SettingFamily> families) {
    return AGREEMENT.charts(families.stream().map(SweepCurves::labelled).toList());
  }

  private static SettingFamily labelled(SettingFamily family) {
    return new SettingFamily(
        family.name(),
        family.axis(),
        family.results().stream().filter(r -> r.truth().isPresent()).toList());
  }

  private List<CurveChart> charts(List<SettingFamily> families) {
    List<CurveChart> charts = new ArrayList<>();
    for (Threshold axis : SettingFamily.AXES) {
      List<Curve> curves = new ArrayList<>();
      for (int i = 0; i < families.size(); i++) {
        SettingFamily family = families.get(i);
        if (family.axis() == axis && family.hasThreshold()) {
          curves.add(curve(i, family));
        }
      }
      if (!curves.isEmpty()) {
        charts.add(chart(axis, curves));
      }
    }
    return charts;
  }

  private Curve curve(int number, SettingFamily family) {
    List<SettingResult> results = family.ascending();
    return new Curve(
        number,
        family.name(),
        results.stream().map(r -> point(family, r, solid)).toList(),
        results.stream().map(r -> point(family, r, dotted)).toList(),
        results.stream().map(r -> dot(family, r)).toList());
  }

  private static Point point(
      SettingFamily family, SettingResult result, ToDoubleFunction<SettingResult> height) {
    return new Point(family.at(result), height.applyAsDouble(result));
  }

  private Dot dot(SettingFamily family, SettingResult result) {
    String ring = result.setting().inForce() ? "in force" : "";
    return new Dot(
        point(family, result, solid), family.text(result) + ": " + title.apply(result), ring);
  }

  private CurveChart chart(Threshold axis, List<Curve> curves) {
    double[] x = points(curves).mapToDouble(Point::x).toArray();
    double[] y = points(curves).mapToDouble(Point::y).toArray();
    return new CurveChart(
        label + axis.symbol(),
        new Axis(axis.label(), Ticks.around(x, 10, axis.isWhole() ? 2 : 0.1), SweptSetting::number),
        new Axis("", Ticks.around(y, 6, 0.01), v -> SweptSetting.number(100 * v) + " %"),
        curves);
  }

  private static Stream<Point> points(List<Curve> curves) {
    return curves.stream().flatMap(c -> Stream.concat(c.solid().stream(), c.dotted().stream()));
  }
}
