package dev.crawlsieve.core.sweep.report;

import static dev.crawlsieve.core.sweep.report.CrawledText.escaped;
import static dev.crawlsieve.core.sweep.report.Figures.count;
import static dev.crawlsieve.core.sweep.report.Figures.ratio;
import static dev.crawlsieve.core.sweep.report.Figures.share;

import dev.crawlsieve.core.eval.Counts;
import dev.crawlsieve.core.sweep.DecisionDiff;
import dev.crawlsieve.core.sweep.SettingFamily;
import dev.crawlsieve.core.sweep.SettingResult;
import dev.crawlsieve.core.sweep.SweepReport;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The settings side by side, with all their figures, as a table. */
final class SettingsHtml {

  private static final List<String> TRUTH =
      List.of("precision", "recall", "F1", "right", "wrong", "missed", "told apart", "? matched");

  private static final List<String> DIFF =
      List.of("now dropped", "now kept", "other original", "same original", "both kept");

  private final SweepReport report;
  private final boolean hasDiff;
  private final boolean hasTruth;
  private final boolean hasBytes;

  SettingsHtml(SweepReport report) {
    this.report = report;
    hasDiff = report.settings().stream().anyMatch(r -> r.diff().isPresent());
    hasTruth = report.settings().stream().anyMatch(r -> r.truth().isPresent());
    hasBytes = report.log().bytesPerPage() > 0;
  }

  String table(List<SettingFamily> families) {
    StringBuilder html = new StringBuilder("<div class=\"wide\"><table class=\"settings\">\n");
    html.append("<thead>").append(groups()).append(heads()).append("</thead>\n");
    for (SettingFamily family : families) {
      html.append("<tbody><tr class=\"family\"><th class=\"l\" colspan=\"").append(columns());
      html.append("\"><span>").append(escaped(family.name())).append("</span></th></tr>\n");
      family.results().forEach(result -> html.append(row(family, result)));
      html.append("</tbody>\n");
    }
    return html.append("</table></div>\n").toString();
  }

  private int columns() {
    return 2 + outcomeHeads().size() + (hasDiff ? DIFF.size() : 0) + (hasTruth ? TRUTH.size() : 0);
  }

  private String groups() {
    return "<tr><th></th>"
        + group("pages of the log", outcomeHeads().size())
        + (hasDiff ? group("beside the verdicts in force", DIFF.size()) : "")
        + (hasTruth ? group("beside labelled pairs", TRUTH.size()) : "")
        + "<th class=\"g\"></th></tr>\n";
  }

  private static String group(String name, int columns) {
    return "<th class=\"group g\" colspan=\"%d\">%s</th>".formatted(columns, name);
  }

  private List<String> outcomeHeads() {
    List<String> heads =
        new ArrayList<>(List.of("kept", "dropped", "share", "exact", "near", "revisit"));
    if (hasBytes) {
      heads.add("saved");
    }
    heads.add("groups");
    return heads;
  }

  private String heads() {
    return "<tr><th class=\"l\">setting</th>"
        + cells("th", outcomeHeads())
        + (hasDiff ? cells("th", DIFF) : "")
        + (hasTruth ? cells("th", TRUTH) : "")
        + "<th class=\"l g\">to use it</th></tr>";
  }

  /** A group of cells, with a line before it. */
  private static String cells(String element, List<String> texts) {
    return "<%s class=\"g\">%s</%s>".formatted(element, texts.get(0), element)
        + texts.stream()
            .skip(1)
            .map(text -> "<%s>%s</%s>".formatted(element, text, element))
            .collect(Collectors.joining());
  }

  private String row(SettingFamily family, SettingResult r) {
    boolean inForce = r.setting().inForce();
    String set =
        r.setting().settings().entrySet().stream()
            .map(e -> "--set " + e.getKey() + "=" + e.getValue())
            .collect(Collectors.joining(" "));
    return (inForce ? "<tr class=\"force\">" : "<tr>")
        + "<th class=\"l\" scope=\"row\" title=\""
        + escaped(r.setting().text())
        + "\">"
        + escaped(family.threshold(r))
        + (inForce ? " <b>in force</b>" : "")
        + "</th>"
        + cells("td", outcomes(r))
        + (hasDiff ? cells("td", r.diff().map(SettingsHtml::diff).orElse(blanks(DIFF))) : "")
        + (hasTruth ? cells("td", r.truth().map(SettingsHtml::truth).orElse(blanks(TRUTH))) : "")
        + "<td class=\"l g\"><code>"
        + escaped(set)
        + "</code></td></tr>\n";
  }

  private List<String> outcomes(SettingResult r) {
    List<String> cells =
        new ArrayList<>(
            List.of(
                count(r.kept()),
                count(r.dropped()),
                share(r.droppedShare()),
                count(r.exact()),
                count(r.near()),
                count(r.revisit())));
    if (hasBytes) {
      cells.add(Figures.bytes((double) report.bytesSaved(r)));
    }
    cells.add(count(r.clusters().withCopies()));
    return cells;
  }

  private static List<String> blanks(List<String> heads) {
    return heads.stream().map(head -> "").toList();
  }

  private static List<String> diff(DecisionDiff d) {
    return List.of(
        count(d.nowDropped()),
        count(d.nowKept()),
        count(d.otherOriginal()),
        count(d.sameOriginal()),
        count(d.bothKept()));
  }

  private static List<String> truth(Counts c) {
    return List.of(
        ratio(c.precision()),
        ratio(c.recall()),
        ratio(c.f1()),
        count(c.truePositives()),
        count(c.falsePositives()),
        count(c.falseNegatives()),
        count(c.trueNegatives()),
        count(c.undecidedMatched()) + " of " + count(c.undecided()));
  }
}
