package dev.crawlsieve.core.eval.report;

import static dev.crawlsieve.core.report.Figures.ratio;

import dev.crawlsieve.core.eval.EvaluationResult;
import dev.crawlsieve.core.eval.EvaluationRow;
import dev.crawlsieve.core.eval.PrecisionRecallCurve;
import dev.crawlsieve.core.report.Axis;
import dev.crawlsieve.core.report.CurveChart;
import dev.crawlsieve.core.report.CurveChart.Curve;
import dev.crawlsieve.core.report.CurveChart.Dot;
import dev.crawlsieve.core.report.CurveChart.Point;
import dev.crawlsieve.core.report.Ticks;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** Precision by recall of one detector, before the curves of all others. */
record CurveFigure(String detector, String settings, String averagePrecision, CurveChart chart) {

  /** A figure for each curve. */
  static List<CurveFigure> of(EvaluationResult result) {
    List<CurveFigure> figures = new ArrayList<>();
    for (PrecisionRecallCurve curve : result.curves()) {
      figures.add(
          new CurveFigure(
              curve.detector(),
              curve.settings(),
              ratio(curve.averagePrecision()),
              chart(figures.size(), curve, result)));
    }
    return figures;
  }

  private static CurveChart chart(int number, PrecisionRecallCurve curve, EvaluationResult result) {
    Curve drawn =
        new Curve(
            0,
            curve.detector(),
            id(number),
            curve.points().stream().map(p -> new Point(p.recall(), p.precision())).toList(),
            List.of(),
            result.rows().stream()
                .filter(row -> row.isDefault() || isOf(curve, row))
                .map(CurveFigure::dot)
                .toList());
    return new CurveChart(
        "Precision by recall of " + curve.detector() + ", " + curve.settings(),
        axis("recall"),
        axis(""),
        List.of(drawn),
        IntStream.range(0, result.curves().size())
            .filter(other -> other != number)
            .mapToObj(CurveFigure::id)
            .toList());
  }

  private static String id(int number) {
    return "curve-" + number;
  }

  private static boolean isOf(PrecisionRecallCurve curve, EvaluationRow row) {
    return row.detector().equals(curve.detector()) && row.settings().equals(curve.settings());
  }

  private static Dot dot(EvaluationRow row) {
    return new Dot(
        new Point(row.all().recall(), row.all().precision()),
        "%s: precision %s, recall %s"
            .formatted(
                row.threshold().text(), ratio(row.all().precision()), ratio(row.all().recall())),
        row.isDefault() ? "configured" : "");
  }

  /** From 0 to 1. */
  private static Axis axis(String label) {
    return new Axis(
        label, Ticks.around(0, 1, 5, false), value -> String.format(Locale.ROOT, "%.1f", value));
  }
}
