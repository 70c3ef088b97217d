package dev.crawlsieve.measure.sweep.report;

import dev.crawlsieve.measure.report.Figures;
import dev.crawlsieve.measure.sweep.ReplayedLog;
import dev.crawlsieve.measure.sweep.SweepReport;
import java.util.ArrayList;
import java.util.List;

/** Remarks about a replayed log. */
public final class LogNotes {

  private LogNotes() {}

  /**
   * The remarks in sentences: first what was skipped or has no verdict, then the log's own notes.
   */
  public static List<String> of(SweepReport report) {
    ReplayedLog log = report.log();
    List<String> notes = new ArrayList<>();
    if (log.unreadable() > 0) {
      notes.add(
          Figures.count(log.unreadable(), "record")
              + " of the log could not be read and "
              + (log.unreadable() == 1 ? "was" : "were")
              + " skipped.");
    }
    if (log.undecided() > 0) {
      notes.add(
          Figures.count(log.undecided(), "page")
              + (log.undecided() == 1 ? " has" : " have")
              + " no verdict in force to compare with.");
    }
    notes.addAll(log.notes());
    return notes;
  }
}
