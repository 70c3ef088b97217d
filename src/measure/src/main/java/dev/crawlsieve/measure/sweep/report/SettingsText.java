package dev.crawlsieve.measure.sweep.report;

import static dev.crawlsieve.measure.report.TextLines.wrapped;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.Threshold;
import dev.crawlsieve.measure.eval.StreamAgreement;
import dev.crawlsieve.measure.report.Figures;
import dev.crawlsieve.measure.report.TextTable;
import dev.crawlsieve.measure.sweep.DecisionDiff;
import dev.crawlsieve.measure.sweep.SettingFamily;
import dev.crawlsieve.measure.sweep.SettingResult;
import dev.crawlsieve.measure.sweep.SweepReport;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The settings as rows of a text table, each family under its name. */
final class SettingsText {

  /** What becomes of the pages, in columns that fit a terminal; the others are in the HTML page. */
  private static final Set<String> OUTCOMES = Set.of("dropped", "share", "exact", "near");

  private final SweepReport report;
  private final List<SettingFamily> families;
  private final boolean hasDiff;

  SettingsText(SweepReport report) {
    this.report = report;
    families = SettingFamily.of(report.settings());
    hasDiff = report.settings().stream().anyMatch(r -> r.diff().isPresent());
  }

  /** The table of what becomes of the pages, with a legend; empty without settings. */
  String outcomes() {
    if (families.isEmpty()) {
      return "";
    }
    List<SettingColumn> columns = SettingColumn.outcomes(report, SettingsText::count);
    columns.removeIf(column -> !OUTCOMES.contains(column.head()));
    if (hasDiff) {
      columns.add(SettingColumn.diff("+dropped", DecisionDiff::nowDropped, SettingsText::count));
      columns.add(SettingColumn.diff("+kept", DecisionDiff::nowKept, SettingsText::count));
      columns.add(SettingColumn.diff("moved", DecisionDiff::otherOriginal, SettingsText::count));
    }
    return "\n" + table(columns, result -> true) + "\n" + legend();
  }

  /** The meanings of the words in the table, each on its own line. */
  private String legend() {
    StringBuilder legend = new StringBuilder("What the words mean:\n");
    if (report.settings().stream().anyMatch(r -> r.setting().inForce())) {
      term(
          legend,
          "*",
          "the settings in force, or tried in all rows; other rows have another threshold");
    }
    families.stream()
        .filter(SettingFamily::hasThreshold)
        .map(SettingFamily::axis)
        .distinct()
        .forEach(axis -> term(legend, axis.symbol(), meaning(axis)));
    if (detectors().anyMatch(detector -> detector.kind() == DetectorSettings.Kind.COMBINED)) {
      term(
          legend,
          "combined",
          "as similar as sketch.min.similarity, or so few bits apart and as similar as"
              + " combined.min.similarity");
    }
    if (detectors().anyMatch(Threshold.ALIKE::isUsed)) {
      term(legend, "alike", meaning(Threshold.ALIKE));
    }
    term(
        legend,
        "share",
        "of the pages decided on, the dropped ones; that of 'sieve' is of all pages in, unjudged"
            + " ones and dead letters, too");
    term(legend, "exact", "dropped: the main text is that of a kept page");
    term(legend, "near", "dropped: the main text is nearly that of a kept page");
    if (hasDiff) {
      term(legend, "+dropped", "newly dropped: kept by the verdicts in force, dropped by this row");
      term(legend, "+kept", "newly kept: dropped by the verdicts in force, kept by this row");
      term(legend, "moved", "dropped by both, as copies of different pages");
    }
    return legend + "Also in --report and --json: pages kept, revisits, overrides, bytes saved.\n";
  }

  private static String meaning(Threshold axis) {
    return switch (axis) {
      case DISTANCE -> "most bits, of 64, that differ (" + axis.setting() + ")";
      case SIMILARITY -> "least similarity, as estimated (" + axis.setting() + ")";
      case CONFIRMING -> "least similarity of two pages so few bits apart (" + axis.setting() + ")";
      case ALIKE ->
          "least similarity where names leave open whether it is one item (" + axis.setting() + ")";
    };
  }

  private static void term(StringBuilder legend, String word, String meaning) {
    String first = String.format(Locale.ROOT, "  %-9s", word);
    legend.append(wrapped(first, meaning, " ".repeat(12)));
  }

  private Stream<DetectorSettings> detectors() {
    return report.settings().stream().map(result -> result.setting().detector());
  }

  /** The table of agreement with labelled pairs; empty if there are none. */
  String agreement() {
    if (report.settings().stream().allMatch(r -> r.truth().isEmpty())) {
      return "";
    }
    List<SettingColumn> columns = SettingColumn.truth(SettingsText::count);
    columns.add(SettingColumn.truth("?", c -> c.undecidedMatched() + "/" + c.undecided()));
    return "\nBeside "
        + Figures.count(report.truthPairs(), "labelled pair")
        + " with both pages in the log\n\n"
        + table(columns, result -> result.truth().isPresent())
        + "\n"
        + StreamAgreement.ALONE;
  }

  private String table(List<SettingColumn> columns, Predicate<SettingResult> shown) {
    TextTable table = new TextTable();
    table.row(Stream.concat(Stream.of(""), columns.stream().map(SettingColumn::head)).toList());
    for (SettingFamily family : families) {
      table.row(family.name());
      for (SettingResult result : family.results().stream().filter(shown).toList()) {
        String name = (result.setting().inForce() ? "* " : "  ") + family.threshold(result);
        table.row(Stream.concat(Stream.of(name), columns.stream().map(c -> c.of(result))).toList());
      }
    }
    return table.text();
  }

  /** A number of pages in at most seven characters, so that a row fits for any log. */
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
}
