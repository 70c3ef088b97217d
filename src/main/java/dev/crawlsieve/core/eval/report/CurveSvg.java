package dev.crawlsieve.core.eval.report;

import dev.crawlsieve.core.eval.EvaluationRow;
import dev.crawlsieve.core.eval.PrecisionRecallCurve;
import java.util.List;
import java.util.Locale;
import org.jsoup.nodes.Entities;

/** Precision–recall curves as SVG: recall to the right, precision upward, both 0 to 1. */
final class CurveSvg {

  private static final int SIDE = 240;
  private static final int LEFT = 34;
  private static final int TOP = 10;

  private CurveSvg() {}

  /** An SVG without extent that defines every curve once, as {@code c0}, {@code c1}, …. */
  static String definitions(List<PrecisionRecallCurve> curves) {
    StringBuilder svg = new StringBuilder("<svg width=\"0\" height=\"0\" aria-hidden=\"true\">");
    svg.append("<defs>\n");
    for (int i = 0; i < curves.size(); i++) {
      svg.append("<path id=\"c").append(i).append("\" fill=\"none\" d=\"");
      svg.append(path(curves.get(i).points())).append("\"/>\n");
    }
    return svg.append("</defs></svg>\n").toString();
  }

  /**
   * The picture of one curve before all others.
   *
   * @param number of the curve that stands out
   * @param curves all curves
   * @param rows the curve's thresholds, as points
   */
  static String picture(int number, List<PrecisionRecallCurve> curves, List<EvaluationRow> rows) {
    PrecisionRecallCurve curve = curves.get(number);
    StringBuilder svg = new StringBuilder();
    svg.append("<svg viewBox=\"0 0 290 280\" role=\"img\" aria-label=\"")
        .append(escaped("Precision by recall of " + curve.detector() + ", " + curve.settings()))
        .append("\">\n");
    for (int tenth = 0; tenth <= 10; tenth += 2) {
      String x = number(x(tenth / 10.0));
      String y = number(y(tenth / 10.0));
      svg.append(line(x, number(y(0)), x, number(y(1))));
      svg.append(line(number(x(0)), y, number(x(1)), y));
      svg.append(label(x, number(y(0) + 14), "middle", tenth / 10.0));
      svg.append(label(number(x(0) - 5), number(y(tenth / 10.0) + 4), "end", tenth / 10.0));
    }
    for (int i = 0; i < curves.size(); i++) {
      if (i != number) {
        svg.append("<use href=\"#c").append(i).append("\" class=\"other\"/>");
      }
    }
    svg.append("\n<use href=\"#c").append(number).append("\" class=\"this\"/>\n");
    for (EvaluationRow row : rows) {
      svg.append("<circle class=\"").append(row.isDefault() ? "default" : "point");
      svg.append("\" cx=\"").append(number(x(row.all().recall())));
      svg.append("\" cy=\"").append(number(y(row.all().precision())));
      svg.append("\" r=\"").append(row.isDefault() ? 5 : 2.5).append("\"><title>");
      svg.append(escaped(title(row))).append("</title></circle>\n");
    }
    return svg.append("</svg>").toString();
  }

  private static String title(EvaluationRow row) {
    return row.threshold().text()
        + ": precision "
        + EvaluationTable.share(row.all().precision())
        + ", recall "
        + EvaluationTable.share(row.all().recall());
  }

  private static String path(List<PrecisionRecallCurve.Point> points) {
    StringBuilder path = new StringBuilder();
    for (PrecisionRecallCurve.Point point : points) {
      path.append(path.isEmpty() ? 'M' : 'L').append(number(x(point.recall())));
      path.append(' ').append(number(y(point.precision())));
    }
    return path.toString();
  }

  private static String line(String x1, String y1, String x2, String y2) {
    return "<line class=\"grid\" x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\"/>"
        .formatted(x1, y1, x2, y2);
  }

  private static String label(String x, String y, String anchor, double value) {
    return "<text x=\"%s\" y=\"%s\" text-anchor=\"%s\">%s</text>\n"
        .formatted(x, y, anchor, Double.toString(value));
  }

  private static double x(double recall) {
    return LEFT + recall * SIDE;
  }

  private static double y(double precision) {
    return TOP + (1 - precision) * SIDE;
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }

  /** Text that stands in markup as itself. */
  static String escaped(String text) {
    return Entities.escape(text);
  }
}
