package dev.crawlsieve.measure.sweep.report;

import static dev.crawlsieve.measure.report.TextLines.wrapped;

import dev.crawlsieve.measure.report.Figures;
import dev.crawlsieve.measure.sweep.ReplayedLog;
import dev.crawlsieve.measure.sweep.SweepReport;

/** A sweep as plain text, for a terminal of 80 columns. */
public final class SweepTable {

  private SweepTable() {}

  /** A summary of the log, and a row for each setting. */
  public static String summary(SweepReport report) {
    ReplayedLog log = report.log();
    String line =
        log.topic()
            + ": "
            + Figures.count(log.pages(), "page")
            + " in "
            + Figures.count(log.lanes(), "lane")
            + (report.settings().isEmpty() ? "; no settings were tried" : "");
    StringBuilder text = new StringBuilder(wrapped("", line, "  "));
    LogNotes.of(report).forEach(note -> text.append(wrapped("", note, "  ")));
    SettingsText settings = new SettingsText(report);
    return text.append(settings.outcomes()).append(settings.agreement()).toString();
  }
}
