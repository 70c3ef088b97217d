package dev.crawlsieve.measure.sweep.report;

import dev.crawlsieve.measure.eval.Counts;
import dev.crawlsieve.measure.report.Figures;
import dev.crawlsieve.measure.sweep.DecisionDiff;
import dev.crawlsieve.measure.sweep.SettingResult;
import dev.crawlsieve.measure.sweep.SweepReport;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;

/** A column of the table of settings, in text and in HTML: a head, and a cell for each setting. */
record SettingColumn(String head, Function<SettingResult, String> cell) {

  String of(SettingResult result) {
    return cell.apply(result);
  }

  /**
   * The columns that show what becomes of the pages.
   *
   * @param count formats a number of pages
   */
  static List<SettingColumn> outcomes(SweepReport report, LongFunction<String> count) {
    List<SettingColumn> columns = new ArrayList<>();
    columns.add(new SettingColumn("kept", r -> count.apply(r.kept())));
    columns.add(new SettingColumn("dropped", r -> count.apply(r.dropped())));
    columns.add(new SettingColumn("share", r -> Figures.share(r.droppedShare())));
    columns.add(new SettingColumn("exact", r -> count.apply(r.exact())));
    columns.add(new SettingColumn("near", r -> count.apply(r.near())));
    columns.add(new SettingColumn("revisit", r -> count.apply(r.revisit())));
    if (report.hasOverridden()) {
      columns.add(new SettingColumn("override", r -> count.apply(r.overridden())));
    }
    if (report.log().bytesPerPage() > 0) {
      columns.add(new SettingColumn("saved", r -> Figures.bytes((double) report.bytesSaved(r))));
    }
    return columns;
  }

  /** A column for a part of the pages that have a verdict in force. */
  static SettingColumn diff(
      String head, ToLongFunction<DecisionDiff> part, LongFunction<String> count) {
    return new SettingColumn(
        head, r -> r.diff().map(diff -> count.apply(part.applyAsLong(diff))).orElse(""));
  }

  /** The columns that show how well a setting agrees with labelled pairs. */
  static List<SettingColumn> truth(LongFunction<String> count) {
    List<SettingColumn> columns = new ArrayList<>();
    columns.add(truth("precision", counts -> Figures.ratio(counts.precision())));
    columns.add(truth("recall", counts -> Figures.ratio(counts.recall())));
    columns.add(truth("F1", counts -> Figures.ratio(counts.f1())));
    columns.add(truth("right", counts -> count.apply(counts.truePositives())));
    columns.add(truth("wrong", counts -> count.apply(counts.falsePositives())));
    columns.add(truth("missed", counts -> count.apply(counts.falseNegatives())));
    return columns;
  }

  static SettingColumn truth(String head, Function<Counts, String> figure) {
    return new SettingColumn(head, r -> r.truth().map(figure).orElse(""));
  }
}
