package dev.crawlsieve.measure.sweep.report;

import static dev.crawlsieve.measure.report.TextLines.wrapped;

import dev.crawlsieve.measure.report.Figures;
import dev.crawlsieve.measure.sweep.ReplayedLog;
import dev.crawlsieve.measure.sweep.SweepReport;

/** A sweep as plain text, for a terminal of 80 columns. */
public final class SweepTable {

  private final SweepReport report;
  private final StringBuilder text = new StringBuilder();

  private SweepTable(SweepReport report) {
    this.report = report;
  }

  /** A summary of the log, and a row for each setting. */
  public static String summary(SweepReport report) {
    return new SweepTable(report).summary();
  }

  private String summary() {
    log();
    SettingsText settings = new SettingsText(report);
    text.append(settings.outcomes()).append(settings.agreement());
    return text.toString();
  }

  private void log() {
    ReplayedLog log = report.log();
    String line =
        log.topic()
            + ": "
            + Figures.count(log.pages(), "page")
            + " in "
            + Figures.count(log.lanes(), "lane")
            + (report.settings().isEmpty() ? "; no settings were tried" : "");
    text.append(wrapped("", line, "  "));
    LogNotes.of(report).forEach(note -> text.append(wrapped("", note, "  ")));
  }
}
