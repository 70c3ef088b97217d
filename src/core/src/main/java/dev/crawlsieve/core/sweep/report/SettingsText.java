package dev.crawlsieve.core.sweep.report;

import dev.crawlsieve.core.eval.Counts;
import dev.crawlsieve.core.report.TextTable;
import dev.crawlsieve.core.sweep.SettingFamily;
import dev.crawlsieve.core.sweep.SettingResult;
import dev.crawlsieve.core.sweep.SweepReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The settings as rows of text, each family under its name. */
final class SettingsText {

  private final SweepReport report;
  private final List<SettingFamily> families;

  SettingsText(SweepReport report) {
    this.report = report;
    families = SettingFamily.of(report.settings());
  }

  private boolean hasDiff() {
    return report.settings().stream().anyMatch(r -> r.diff().isPresent());
  }

  private boolean hasBytes() {
    return report.log().bytesPerPage() > 0;
  }

  /** What becomes of the pages, and how to read it; empty without settings. */
  String outcomes() {
    if (families.isEmpty()) {
      return "";
    }
    List<String> heads =
        new ArrayList<>(List.of("", "kept", "dropped", "share", "exact", "near", "revisit"));
    if (report.hasOverridden()) {
      heads.add("override");
    }
    if (hasBytes()) {
      heads.add("saved");
    }
    if (hasDiff()) {
      heads.addAll(List.of("+dropped", "+kept", "moved"));
    }
    TextTable rows = new TextTable().row(heads);
    for (SettingFamily family : families) {
      rows.row(family.name());
      family.results().forEach(result -> rows.row(row(family, result)));
    }
    return "\n" + rows.text() + "\n" + legend();
  }

  private String legend() {
    StringBuilder legend = new StringBuilder();
    if (report.settings().stream().anyMatch(r -> r.setting().inForce())) {
      legend.append("* is in force. ");
    }
    if (hasBytes()) {
      String mean = Figures.bytes(report.log().bytesPerPage());
      legend.append("Saved assumes a mean page of ").append(mean).append(" as stored. ");
    }
    if (hasDiff()) {
      legend.append("Beside the verdicts in force: +dropped is now dropped, +kept is now kept,");
      legend.append(" moved is a copy of another page.");
    }
    return legend.isEmpty() ? "" : TextLines.wrapped("", legend.toString().strip(), "");
  }

  private List<String> row(SettingFamily family, SettingResult r) {
    List<String> cells =
        new ArrayList<>(
            List.of(
                name(family, r),
                count(r.kept()),
                count(r.dropped()),
                Figures.share(r.droppedShare()),
                count(r.exact()),
                count(r.near()),
                count(r.revisit())));
    if (report.hasOverridden()) {
      cells.add(count(r.overridden()));
    }
    if (hasBytes()) {
      cells.add(Figures.bytes((double) report.bytesSaved(r)));
    }
    if (hasDiff()) {
      cells.addAll(
          r.diff()
              .map(
                  d -> List.of(count(d.nowDropped()), count(d.nowKept()), count(d.otherOriginal())))
              .orElse(List.of("", "", "")));
    }
    return cells;
  }

  private static String name(SettingFamily family, SettingResult result) {
    return (result.setting().inForce() ? "* " : "  ") + family.threshold(result);
  }

  /** At most seven characters, so that a row fits whatever the log. */
  private static String count(long number) {
    if (number < 1_000_000) {
      return Figures.count(number);
    }
    double value = number / 1e6;
    String unit = "M";
    if (value >= 9999.5) {
      value /= 1000;
      unit = "G";
    }
    int digits = value < 10 ? 3 : value < 100 ? 2 : value < 1000 ? 1 : 0;
    return String.format(Locale.ROOT, "%." + digits + "f%s", value, unit);
  }

  /** Agreement with labelled pairs; empty if there are none. */
  String agreement() {
    if (report.settings().stream().allMatch(r -> r.truth().isEmpty())) {
      return "";
    }
    TextTable rows =
        new TextTable().row("", "precision", "recall", "F1", "right", "wrong", "missed", "?");
    for (SettingFamily family : families) {
      rows.row(family.name());
      for (SettingResult result : family.results()) {
        result.truth().ifPresent(counts -> rows.row(truth(name(family, result), counts)));
      }
    }
    return "\nBeside "
        + Figures.count(report.truthPairs())
        + (report.truthPairs() == 1 ? " labelled pair" : " labelled pairs")
        + " with both pages in the log\n\n"
        + rows.text();
  }

  private static List<String> truth(String name, Counts c) {
    return List.of(
        name,
        Figures.ratio(c.precision()),
        Figures.ratio(c.recall()),
        Figures.ratio(c.f1()),
        count(c.truePositives()),
        count(c.falsePositives()),
        count(c.falseNegatives()),
        c.undecidedMatched() + "/" + c.undecided());
  }
}
