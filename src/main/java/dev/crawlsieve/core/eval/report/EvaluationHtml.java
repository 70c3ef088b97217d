package dev.crawlsieve.core.eval.report;

import static dev.crawlsieve.core.eval.report.CurveSvg.escaped;
import static dev.crawlsieve.core.eval.report.EvaluationTable.share;

import dev.crawlsieve.core.eval.EvaluationResult;
import dev.crawlsieve.core.eval.EvaluationRow;
import dev.crawlsieve.core.eval.KindCount;
import dev.crawlsieve.core.eval.PrecisionRecallCurve;
import dev.crawlsieve.core.eval.RotationRecall;
import dev.crawlsieve.core.eval.SuperShingleRow;
import java.util.List;
import java.util.stream.Collectors;

/** An evaluation as one HTML page that needs nothing else: no script, no font, no network. */
public final class EvaluationHtml {

  private static final String HEAD =
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>How well detectors agree with human judgement</title>
      <style>
      :root { color-scheme: light dark; --ink: #1d2330; --soft: #5b6475; --paper: #fff;
        --rule: #d9dde5; --this: #0b63c5; --mark: #c2410c; --tint: #fff4e5; }
      @media (prefers-color-scheme: dark) {
        :root { --ink: #e6e9ef; --soft: #a2abbb; --paper: #14171d; --rule: #343b48;
          --this: #6cb2ff; --mark: #ff9a5c; --tint: #33261a; }
      }
      body { margin: 0 auto; padding: 1rem; max-width: 96rem; background: var(--paper);
        color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
      h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; margin-top: 2rem; }
      p { max-width: 44rem; }
      .wide { overflow-x: auto; }
      table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .9rem; }
      th, td { padding: .2rem .6rem; border-bottom: 1px solid var(--rule); text-align: right;
        white-space: nowrap; }
      th.l, td.l { text-align: left; } td.s { white-space: normal; min-width: 11rem; }
      th { color: var(--soft); font-weight: 600; }
      tr.default td { background: var(--tint); font-weight: 600; }
      .curves { display: grid; gap: 1rem; grid-template-columns:
        repeat(auto-fill, minmax(min(100%, 17rem), 1fr)); }
      figure { margin: 0; } figcaption { font-size: .9rem; overflow-wrap: anywhere; }
      figcaption span { color: var(--soft); }
      .curves svg { width: 100%; max-width: 26rem; height: auto; display: block; }
      svg text { font-size: 10px; fill: var(--soft); }
      .grid { stroke: var(--rule); stroke-width: .5; }
      .other { stroke: var(--soft); stroke-width: .5; opacity: .3; }
      .this { stroke: var(--this); stroke-width: 2; }
      .point { fill: var(--this); } .default { fill: var(--mark); }
      </style>
      </head>
      <body>
      """;

  private EvaluationHtml() {}

  /** The page. */
  public static String of(EvaluationResult result) {
    StringBuilder html = new StringBuilder(HEAD);
    html.append("<h1>How well detectors agree with human judgement</h1>\n<p>");
    html.append(EvaluationTable.count(result.pairs(), "labelled pair")).append(" of ");
    html.append(EvaluationTable.count(result.pages(), "page"));
    html.append(". Undecided pairs count neither for nor against a detector.</p>\n");
    html.append("<h2>Each detector at its best F1</h2>\n<p>The marked row is the configured");
    html.append(" detector at its configured threshold.</p>\n");
    html.append(rows(EvaluationTable.bestRows(result)));
    html.append("<h2>Precision by recall</h2>\n");
    html.append("<p>Precision upward, recall to the right; dots are the thresholds below, the");
    html.append(" large one is the configured detector, thin lines are all other detectors.</p>\n");
    html.append(CurveSvg.definitions(result.curves())).append("<div class=\"curves\">\n");
    for (int i = 0; i < result.curves().size(); i++) {
      html.append(figure(i, result));
    }
    html.append("</div>\n");
    result.configured().filter(r -> !r.kinds().isEmpty()).ifPresent(r -> html.append(kinds(r)));
    html.append(superShingles(result)).append(rotations(result));
    if (result.sketchError().pairs() > 0) {
      html.append("<p>").append(escaped(EvaluationTable.sketchError(result.sketchError())));
      html.append(".</p>\n");
    }
    html.append("<h2>All thresholds</h2>\n<details><summary>");
    html.append(EvaluationTable.count(result.rows().size(), "row")).append("</summary>\n");
    html.append(rows(result.rows())).append("</details>\n</body>\n</html>\n");
    return html.toString();
  }

  private static String figure(int number, EvaluationResult result) {
    PrecisionRecallCurve curve = result.curves().get(number);
    List<EvaluationRow> rows =
        result.rows().stream()
            .filter(
                r ->
                    r.isDefault()
                        || (r.detector().equals(curve.detector())
                            && r.settings().equals(curve.settings())))
            .toList();
    return "<figure><figcaption><b>%s</b> <span>%s</span><br>average precision %s</figcaption>\n"
            .formatted(
                escaped(curve.detector()),
                escaped(curve.settings()),
                share(curve.averagePrecision()))
        + CurveSvg.picture(number, result.curves(), rows)
        + "</figure>\n";
  }

  private static String rows(List<EvaluationRow> rows) {
    StringBuilder table = new StringBuilder("<div class=\"wide\"><table>\n<tr>");
    table.append("<th class=\"l\">detector</th><th class=\"l\">settings</th>");
    table.append(
        heads("precision", "recall", "F1", "same host P", "R", "cross host P", "R", "? matched"));
    table.append("</tr>\n");
    for (EvaluationRow row : rows) {
      table.append(row.isDefault() ? "<tr class=\"default\">" : "<tr>");
      table.append("<td class=\"l\">").append(escaped(row.detector())).append("</td>");
      table.append("<td class=\"l s\">").append(escaped(row.fullSettings())).append("</td>");
      table.append(
          cells(
              share(row.all().precision()),
              share(row.all().recall()),
              share(row.all().f1()),
              share(row.sameHost().precision()),
              share(row.sameHost().recall()),
              share(row.crossHost().precision()),
              share(row.crossHost().recall()),
              row.all().undecidedMatched() + " of " + row.all().undecided()));
      table.append("</tr>\n");
    }
    return table.append("</table></div>\n").toString();
  }

  private static String kinds(EvaluationRow row) {
    StringBuilder table = new StringBuilder("<h2>The configured detector by kind of pair</h2>\n");
    table.append("<div class=\"wide\"><table>\n<tr><th class=\"l\">kind</th>");
    table.append(heads("label", "matched", "pairs", "share")).append("</tr>\n");
    for (KindCount kind : row.kinds()) {
      table.append("<tr><td class=\"l\">").append(escaped(kind.kind())).append("</td>");
      table.append(
          cells(
              kind.label().sign(),
              Integer.toString(kind.matched()),
              Integer.toString(kind.pairs()),
              share(kind.share())));
      table.append("</tr>\n");
    }
    return table.append("</table></div>\n").toString();
  }

  private static String superShingles(EvaluationResult result) {
    StringBuilder table = new StringBuilder("<h2>Pairs by agreeing super-shingles</h2>\n");
    table.append("<p>6 super-shingles of 14 min-hashes, beside the shares of correct pairs that");
    table.append(" Henzinger (2006) reports for 1,910 pairs of a crawl.</p>\n");
    table.append("<div class=\"wide\"><table>\n<tr>");
    table.append(heads("agreeing", "duplicates", "different", "undecided", "correct", "Henzinger"));
    table.append("</tr>\n");
    for (SuperShingleRow row : result.superShingles()) {
      table.append("<tr>");
      table.append(
          cells(
              Integer.toString(row.agreeing()),
              Integer.toString(row.duplicates()),
              Integer.toString(row.different()),
              Integer.toString(row.undecided()),
              row.pairs() == 0 ? "" : share(row.correct()),
              row.agreeing() < 2 ? "" : share(row.reported())));
      table.append("</tr>\n");
    }
    return table.append("</table></div>\n").toString();
  }

  private static String rotations(EvaluationResult result) {
    StringBuilder table = new StringBuilder("<h2>Rotate, sort, check adjacent</h2>\n");
    table.append("<div class=\"wide\"><table>\n<tr>");
    table.append(heads("rotations", "k", "pairs found", "pairs", "recall")).append("</tr>\n");
    for (RotationRecall recall : result.rotations()) {
      table.append("<tr>");
      table.append(
          cells(
              Integer.toString(recall.rotations()),
              Integer.toString(recall.k()),
              Long.toString(recall.found()),
              Long.toString(recall.all()),
              share(recall.recall())));
      table.append("</tr>\n");
    }
    return table.append("</table></div>\n").toString();
  }

  private static String heads(String... heads) {
    return List.of(heads).stream()
        .map(head -> "<th>" + escaped(head) + "</th>")
        .collect(Collectors.joining());
  }

  private static String cells(String... cells) {
    return List.of(cells).stream()
        .map(cell -> "<td>" + escaped(cell) + "</td>")
        .collect(Collectors.joining());
  }
}
