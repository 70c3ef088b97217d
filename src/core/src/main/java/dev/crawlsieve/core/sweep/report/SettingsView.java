package dev.crawlsieve.core.sweep.report;

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

/**
 * The settings side by side, with all their figures, for {@code settings.mustache}.
 *
 * @param meanPage bytes of a page, in words; empty if unknown
 * @param groups of columns
 * @param families of settings, one group of rows each
 */
record SettingsView(String meanPage, List<Group> groups, List<Family> families) {

  private static final Group DIFF =
      new Group(
          "beside the verdicts in force",
          List.of("now dropped", "now kept", "other original", "same original", "both kept"));

  private static final Group TRUTH =
      new Group(
          "beside labelled pairs",
          List.of(
              "precision", "recall", "F1", "right", "wrong", "missed", "told apart", "? matched"));

  /** Columns under one head. */
  record Group(String name, List<String> heads) {

    int columns() {
      return heads.size();
    }

    private List<String> blanks() {
      return heads.stream().map(head -> "").toList();
    }
  }

  /** Rows under one name. */
  record Family(String name, List<Row> rows) {}

  /** A setting with a list of cells for each group of columns, and how to use it. */
  record Row(
      boolean inForce, String setting, String threshold, List<List<String>> cells, String use) {}

  static SettingsView of(SweepReport report, List<SettingFamily> families) {
    boolean hasBytes = report.log().bytesPerPage() > 0;
    List<Group> groups = new ArrayList<>();
    groups.add(new Group("pages of the log", outcomeHeads(report)));
    if (report.settings().stream().anyMatch(r -> r.diff().isPresent())) {
      groups.add(DIFF);
    }
    if (report.settings().stream().anyMatch(r -> r.truth().isPresent())) {
      groups.add(TRUTH);
    }
    return new SettingsView(
        hasBytes ? Figures.bytes(report.log().bytesPerPage()) : "",
        groups,
        families.stream()
            .map(
                family ->
                    new Family(
                        family.name(),
                        family.results().stream()
                            .map(r -> row(report, groups, family, r))
                            .toList()))
            .toList());
  }

  int allColumns() {
    return 2 + groups.stream().mapToInt(Group::columns).sum();
  }

  private static Row row(
      SweepReport report, List<Group> groups, SettingFamily family, SettingResult r) {
    List<List<String>> cells = new ArrayList<>();
    cells.add(outcomes(report, r));
    if (groups.contains(DIFF)) {
      cells.add(r.diff().map(SettingsView::diff).orElse(DIFF.blanks()));
    }
    if (groups.contains(TRUTH)) {
      cells.add(r.truth().map(SettingsView::truth).orElse(TRUTH.blanks()));
    }
    String use =
        r.setting().settings().entrySet().stream()
            .map(e -> "--set " + e.getKey() + "=" + e.getValue())
            .collect(Collectors.joining(" "));
    return new Row(r.setting().inForce(), r.setting().text(), family.threshold(r), cells, use);
  }

  private static List<String> outcomeHeads(SweepReport report) {
    List<String> heads =
        new ArrayList<>(List.of("kept", "dropped", "share", "exact", "near", "revisit"));
    if (report.hasOverridden()) {
      heads.add("override");
    }
    if (report.log().bytesPerPage() > 0) {
      heads.add("saved");
    }
    heads.add("groups");
    return heads;
  }

  private static List<String> outcomes(SweepReport report, SettingResult r) {
    List<String> cells =
        new ArrayList<>(
            List.of(
                count(r.kept()),
                count(r.dropped()),
                share(r.droppedShare()),
                count(r.exact()),
                count(r.near()),
                count(r.revisit())));
    if (report.hasOverridden()) {
      cells.add(count(r.overridden()));
    }
    if (report.log().bytesPerPage() > 0) {
      cells.add(Figures.bytes((double) report.bytesSaved(r)));
    }
    cells.add(count(r.clusters().withCopies()));
    return cells;
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
