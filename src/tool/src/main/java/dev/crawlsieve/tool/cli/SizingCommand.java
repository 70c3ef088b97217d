package dev.crawlsieve.tool.cli;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.stream.config.IndexTasks;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;

/** Shows what a number of pages needs, by the formulas of docs/sizing.md. */
@Command(
    name = "sizing",
    description =
        "Show what a number of pages needs: heap, memory, disks and time. By the formulas of"
            + " docs/sizing.md, with the default detector.")
final class SizingCommand extends ConsoleCommand {

  private static final long MOST_PAGES = 1_000_000_000_000L;

  @Option(names = "--pages", required = true, paramLabel = "N", description = "Pages in total.")
  private long pages;

  @Option(
      names = "--kept",
      paramLabel = "SHARE",
      defaultValue = "0.7",
      description = "Share of the pages that are kept. Default: ${DEFAULT-VALUE}.")
  private double kept;

  @Option(
      names = "--bytes",
      paramLabel = "N",
      defaultValue = "8000",
      description = "Bytes of a page on the brokers, compressed. Default: ${DEFAULT-VALUE}.")
  private long bytes;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "1000",
      description = "Pages per second. Default: ${DEFAULT-VALUE}.")
  private double rate;

  /** The formulas, for so many kept pages and lanes or shards; sizes are in bytes. */
  record Sizing(double kept, int lanes) {

    static final int URL = 70;
    static final int TABLES = 178;
    static final int LARGE_TABLES = 234;
    static final int LARGE = 59_000_000;
    static final int RECORD = 370;
    static final int LOG = 600;
    static final int RESTORED_PER_SECOND = 130_000;
    static final int OPENED_PER_SECOND = 1_080_000;
    static final int DECIDED_PER_SECOND = 57_000;
    static final double MACHINE = 16L << 30;

    /** As few lanes or shards as decide at a rate, with tables that a machine has memory for. */
    static Sizing of(double kept, double rate) {
      Sizing sizing = new Sizing(kept, (int) Math.max(1, Math.ceil(rate / DECIDED_PER_SECOND)));
      while (sizing.tables() / sizing.lanes > MACHINE) {
        sizing = new Sizing(kept, sizing.lanes + 1);
      }
      return sizing;
    }

    double tables() {
      return kept * (kept / lanes <= LARGE ? TABLES : LARGE_TABLES);
    }

    double indexMemory() {
      return 1.25 * tables() / lanes;
    }

    double heap() {
      return (indexMemory() + 1e9) * 16 / 15;
    }

    double disk() {
      return kept * (RECORD + URL) + 2 * tables();
    }
  }

  @Override
  public Integer call() {
    if (pages < 1 || pages > MOST_PAGES || bytes < 1 || !(kept > 0 && kept <= 1) || !(rate > 0)) {
      throw new SettingsException(
          "--pages must be 1 to 1000000000000, --bytes and --rate above 0, and --kept above 0 and at"
              + " most 1");
    }
    Sizing sizing = Sizing.of(kept * pages, rate);
    row("kept pages", text("%,.0f", sizing.kept()), "");
    boolean shards = sizing.lanes() <= IndexTasks.MOST_SHARDS;
    row(shards ? "lanes or shards" : "lanes", text("%,d", sizing.lanes()), "on as many instances");
    row("index.memory.bytes", text("%.0f", sizing.indexMemory()), "of each lane or shard");
    row("heap", size(sizing.heap()), "of each instance");
    row("memory", size(2 * sizing.heap()), "of each machine");
    row("disk", size(sizing.disk()), "of all; standbys take as much again");
    row("log and changelog", size(Sizing.LOG * (double) pages), "for each copy on brokers");
    row("pages in and out", size(2.0 * bytes * pages), "for each copy, if all are retained");
    double each = sizing.kept() / sizing.lanes();
    row("start after a crash", time(each / Sizing.OPENED_PER_SECOND), "");
    row("restore, disk lost", time(each / Sizing.RESTORED_PER_SECOND), "of a lane or shard");
    row("all pages", time(pages / rate), text("at %,.0f pages/s", rate));
    return ExitCode.OK;
  }

  private void row(String name, String value, String note) {
    console.line(text("%-20s %13s  %s", name, value, note).stripTrailing());
  }

  static String size(double bytes) {
    int unit = bytes < 1e9 ? 0 : bytes < 1e12 ? 1 : 2;
    return rounded(bytes / Math.pow(1000, unit + 2)) + " " + "MGT".charAt(unit) + "B";
  }

  static String time(double seconds) {
    return seconds < 100
        ? text("%.0f s", Math.ceil(seconds))
        : seconds < 6000
            ? rounded(seconds / 60) + " minutes"
            : seconds < 180_000
                ? rounded(seconds / 3600) + " hours"
                : rounded(seconds / 86400) + " days";
  }

  private static String rounded(double number) {
    return String.format(Locale.ROOT, number < 9.95 ? "%.1f" : "%.0f", number);
  }
}
