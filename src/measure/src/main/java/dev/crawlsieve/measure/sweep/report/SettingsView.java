package dev.crawlsieve.measure.sweep.report;

import dev.crawlsieve.measure.report.Figures;
import dev.crawlsieve.measure.sweep.DecisionDiff;
import dev.crawlsieve.measure.sweep.SettingFamily;
import dev.crawlsieve.measure.sweep.SettingResult;
import dev.crawlsieve.measure.sweep.SweepReport;
import dev.crawlsieve.measure.sweep.SweptSetting;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * A table of all settings with all their figures, for {@code settings.mustache}.
 *
 * @param meanPage mean size of a page, in words; empty if unknown
 * @param groups groups of columns
 * @param families families of settings, each of which is a group of rows
 */
record SettingsView(String meanPage, List<Group> groups, List<Family> families) {

  /** Columns under a common head. */
  record Group(String name, List<SettingColumn> columns) {

    int width() {
      return columns.size();
    }
  }

  /** Rows under a common name. */
  record Family(String name, List<Row> rows) {}

  /**
   * The row of a setting: a list of cells for each group of columns.
   *
   * @param use the options to use the setting if the other settings are those in force
   * @param command the options to use the setting in any case
   */
  record Row(
      boolean inForce,
      String setting,
      String threshold,
      List<List<String>> cells,
      String use,
      String command) {}

  static SettingsView of(SweepReport report, List<SettingFamily> families) {
    double meanPage = report.log().bytesPerPage();
    List<Group> groups = new ArrayList<>();
    groups.add(new Group("pages of the log", SettingColumn.outcomes(report, Figures::count)));
    if (report.settings().stream().anyMatch(r -> r.diff().isPresent())) {
      groups.add(
          new Group(
              "beside the verdicts in force",
              List.of(
                  diff("newly dropped", DecisionDiff::nowDropped),
                  diff("newly kept", DecisionDiff::nowKept),
                  diff("other original", DecisionDiff::otherOriginal),
                  diff("same original", DecisionDiff::sameOriginal),
                  diff("both kept", DecisionDiff::bothKept))));
    }
    if (report.settings().stream().anyMatch(r -> r.truth().isPresent())) {
      List<SettingColumn> truth = SettingColumn.truth(Figures::count);
      truth.add(SettingColumn.truth("told apart", c -> Figures.count(c.trueNegatives())));
      truth.add(
          SettingColumn.truth(
              "? matched",
              c -> Figures.count(c.undecidedMatched()) + " of " + Figures.count(c.undecided())));
      groups.add(new Group("beside labelled pairs", truth));
    }
    Map<String, String> inForce =
        report.settings().stream()
            .map(SettingResult::setting)
            .filter(SweptSetting::inForce)
            .findFirst()
            .map(SweptSetting::settings)
            .orElse(Map.of());
    return new SettingsView(
        meanPage > 0 ? Figures.bytes(meanPage) : "",
        groups,
        families.stream()
            .map(
                family ->
                    new Family(
                        family.name(),
                        family.results().stream()
                            .map(r -> row(groups, family, r, inForce))
                            .toList()))
            .toList());
  }

  private static SettingColumn diff(String head, ToLongFunction<DecisionDiff> part) {
    return SettingColumn.diff(head, part, Figures::count);
  }

  int allColumns() {
    return 2 + groups.stream().mapToInt(Group::width).sum();
  }

  private static Row row(
      List<Group> groups, SettingFamily family, SettingResult r, Map<String, String> inForce) {
    return new Row(
        r.setting().inForce(),
        family.text(r),
        family.threshold(r),
        groups.stream().map(g -> g.columns().stream().map(c -> c.of(r)).toList()).toList(),
        options(r, inForce),
        options(r, Map.of()));
  }

  private static String options(SettingResult r, Map<String, String> but) {
    return r.setting().settings().entrySet().stream()
        .filter(e -> !e.getValue().equals(but.get(e.getKey())))
        .map(e -> "--set " + e.getKey() + "=" + e.getValue())
        .collect(Collectors.joining(" "));
  }
}
