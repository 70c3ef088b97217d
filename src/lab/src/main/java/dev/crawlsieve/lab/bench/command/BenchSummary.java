package dev.crawlsieve.lab.bench.command;

import dev.crawlsieve.lab.bench.result.BenchResult;
import dev.crawlsieve.lab.bench.result.CaseSummary;
import dev.crawlsieve.lab.bench.result.Comparison;
import dev.crawlsieve.lab.bench.result.KindResult;
import dev.crawlsieve.lab.bench.result.Limits;
import dev.crawlsieve.measure.report.TextTable;
import dev.crawlsieve.tool.terminal.Console;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** Prints the results of topologies next to the pass-through. */
final class BenchSummary {

  private final Console console;

  BenchSummary(Console console) {
    this.console = console;
  }

  void print(BenchResult result) {
    limits(result);
    for (KindResult kind : result.kinds()) {
      console.line("");
      console.line(
          format(
              "%s: %,d pages, %,.1f kB each; medians of %d rounds; × is relative to the"
                  + " pass-through (lowest to highest of the rounds)",
              kind.kind(), kind.pages(), kind.bytes() / 1e3 / kind.pages(), kind.rounds()));
      throughput(kind.cases());
      console.line("");
      console.line(
          format(
              "latency until read as committed, at %,.0f pages/s: half of what the slowest keeps up"
                  + " with while the same cores produce and read the pages",
              kind.pacedPagesPerSecond()));
      latency(kind.cases());
    }
  }

  private void limits(BenchResult result) {
    Limits limits = result.limits();
    console.line(
        format(
            "%d cores, Java %s, load average %.1f before; broker, topology and clients in one JVM",
            limits.cores(), limits.java(), limits.loadAverage()));
    console.line(
        format(
            "%d partitions, %d stream threads, %s; pages made from %,d real ones",
            result.partitions(), result.threads(), result.guarantee(), result.sources()));
    console.line(
        format(
            "heap at most %s, most seen %s; index tables at most %s a lane, bodies awaiting their"
                + " verdict at most %s; whole process, RocksDB included, at most %s resident",
            megabytes(limits.heapBytes()),
            megabytes(limits.heapPeakBytes()),
            megabytes(limits.indexMemoryBytes()),
            megabytes(limits.pendingCacheBytes()),
            limits.residentPeakBytes() < 0 ? "?" : megabytes(limits.residentPeakBytes())));
  }

  /** The rates and costs of each case. */
  void throughput(List<CaseSummary> cases) {
    TextTable table =
        new TextTable()
            .row(
                "",
                "pages/s",
                "×",
                "(rounds)",
                "MB/s",
                "CPU s/1,000",
                "×",
                "JIT",
                "broker B/page",
                "×",
                "state B/page",
                "dropped");
    for (CaseSummary next : cases) {
      long out = next.unique() + next.duplicate();
      table.row(
          next.name(),
          format("%,.0f", next.pagesPerSecond().value()),
          ratio(next.pagesPerSecond()),
          range(next.pagesPerSecond()),
          format("%,.1f", next.megabytesPerSecond().value()),
          format("%,.3f", next.cpuSecondsPerThousandPages().value()),
          ratio(next.cpuSecondsPerThousandPages()),
          format("%.0f %%", 100 * next.compilerShare()),
          format("%,.0f", next.brokerBytesPerPage().value()),
          ratio(next.brokerBytesPerPage()),
          format("%,.0f", next.stateBytesPerPage()),
          out == 0 ? "" : format("%.1f %%", 100.0 * next.duplicate() / out));
    }
    console.table(table);
  }

  private void latency(List<CaseSummary> cases) {
    TextTable table = new TextTable().row("", "p50 ms", "×", "(rounds)", "p99 ms", "×", "(rounds)");
    for (CaseSummary next : cases) {
      Comparison p50 = Objects.requireNonNull(next.p50Millis());
      Comparison p99 = Objects.requireNonNull(next.p99Millis());
      table.row(
          next.name(),
          format("%.0f", p50.value()),
          ratio(p50),
          range(p50),
          format("%.0f", p99.value()),
          ratio(p99),
          range(p99));
    }
    console.table(table);
  }

  private static String ratio(Comparison compared) {
    return format("%.2f", compared.ratio());
  }

  /** Lowest and highest of several rounds. */
  private static String range(Comparison compared) {
    return compared.leastRatio() == compared.mostRatio()
        ? ""
        : format("(%.2f to %.2f)", compared.leastRatio(), compared.mostRatio());
  }

  private static String megabytes(long bytes) {
    return format("%,d MB", bytes / 1_000_000);
  }

  private static String format(String form, Object... values) {
    return String.format(Locale.ROOT, form, values);
  }
}
