package dev.crawlsieve.lab.bench.command;

import dev.crawlsieve.lab.bench.Bench;
import dev.crawlsieve.lab.bench.IndexBench;
import dev.crawlsieve.lab.bench.result.GrowthPoint;
import dev.crawlsieve.lab.bench.result.GrowthResult;
import dev.crawlsieve.measure.report.TextTable;
import dev.crawlsieve.tool.terminal.Console;
import dev.crawlsieve.tool.terminal.Version;
import java.util.Map;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Measures the index alone. */
@Command(
    name = "index",
    description = {
      "Grow the index alone, deciding on one thread, without Kafka, and report at 100,000,"
          + " 200,000, 500,000, 1,000,000 … kept pages how fast it is and what a kept page costs;"
          + " then how long it takes to open after a crash and after a clean stop, and to restore"
          + " from changelog records, ten million at most. CPU time is that thread's, without"
          + " merges and lookups made ahead.",
      "",
      "Detector, memory and thresholds are settings, for example --set detector=simhash."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class BenchIndexCommand extends MeasuringCommand<GrowthResult> {

  @Mixin private GrowthOptions growth;

  public BenchIndexCommand(Console console) {
    super(console);
  }

  @Override
  Bench<GrowthResult> bench(Map<String, String> settings, Consumer<String> progress) {
    return new IndexBench(growth.settings(), settings, progress, this::note);
  }

  private void note(GrowthPoint point) {
    console.note(
        format(
            "%,d kept pages: %,.0f pages/s, %.2f reads a page, %,.0f bytes on disk a kept page",
            point.leaders(),
            point.pagesPerSecond(),
            point.readsPerPage(),
            point.diskBytesPerLeader()));
  }

  @Override
  void print(GrowthResult result) {
    console.line(format("%s: %s", result.detector(), result.tables()));
    console.line(
        format(
            "tables in memory at most %,d MB, heap at most %,d MB; %,d pages, decided by one thread",
            result.memoryBytes() / 1_000_000, result.heapBytes() / 1_000_000, result.pages()));
    console.line("");
    TextTable table =
        new TextTable()
            .row(
                "kept pages",
                "on disk",
                "pages/s",
                "pages/CPU s",
                "compared",
                "reads",
                "read B",
                "heap B",
                "native B",
                "disk B",
                "merges");
    for (GrowthPoint point : result.points()) {
      table.row(
          format("%,d", point.leaders()),
          format("%,d", point.onDisk()),
          format("%,.0f", point.pagesPerSecond()),
          format("%,.0f", point.pagesPerCpuSecond()),
          format("%.1f", point.comparedPerPage()),
          format("%.2f", point.readsPerPage()),
          format("%,.0f", point.readBytesPerPage()),
          format("%.0f", point.heapBytesPerLeader()),
          format("%.0f", point.nativeBytesPerLeader()),
          format("%.0f", point.diskBytesPerLeader()),
          format("%d", point.merges()));
    }
    console.table(table);
    console.line("");
    console.line(
        "compared: kept pages per page, in full; reads, read B: of tables on disk, per page. Other bytes are"
            + " per kept page; heap only for those whose tables are in memory.");
    console.line(
        format(
            "opened after a crash in %.1f s (CPU: %.1f s) with %,d kept pages, after a clean stop in"
                + " %.1f s",
            result.crashed().seconds(),
            result.crashed().cpuSeconds(),
            result.crashed().leaders(),
            result.stopped().seconds()));
    console.line(
        format(
            "restore from the changelog's records: %,.0f kept pages/s, tables included",
            result.restoredPerSecond()));
  }
}
