package dev.crawlsieve.lab.bench.command;

import dev.crawlsieve.core.report.TextTable;
import dev.crawlsieve.lab.bench.result.BenchResult;
import dev.crawlsieve.lab.bench.result.CaseResult;
import dev.crawlsieve.lab.bench.result.Comparison;
import dev.crawlsieve.lab.bench.result.Figures;
import dev.crawlsieve.lab.bench.result.KindResult;
import dev.crawlsieve.lab.bench.result.Limits;
import dev.crawlsieve.tool.terminal.Console;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Prints the results of the topology benchmark. */
final class BenchSummary {

  /** In place of a figure that cannot be trusted. */
  private static final String UNKNOWN = "?";

  private final BenchResult result;

  BenchSummary(BenchResult result) {
    this.result = result;
  }

  void print(Console console) {
    limits(console);
    boolean warm =
        result.kinds().stream()
            .allMatch(
                kind ->
                    kind.passThrough().warm()
                        && kind.detectors().stream().allMatch(CaseResult::warm));
    if (!warm) {
      console.line(
          UNKNOWN
              + ": unknown, the JIT compiler was at work for most of a round; more --pages, --rounds"
              + " and --seconds tell");
    }
    for (KindResult kind : result.kinds()) {
      console.line("");
      console.line(
          format(
              "%s: %,d pages, %,.1f kB each; medians of %d rounds; × is relative to the"
                  + " pass-through (lowest to highest of the rounds)",
              kind.kind(),
              kind.pages(),
              kind.bytes() / 1e3 / kind.pages(),
              kind.passThrough().rounds().size()));
      throughput(kind, console);
      console.line("");
      console.line(
          "CPU µs a page, by whose threads they are; alone: fingerprint and decision without Kafka;"
              + " × is all but JIT, relative to pass-through and alone together");
      parts(kind, console);
      console.line("");
      console.line(
          format(
              "latency until read as committed, at %,.0f pages/s: half of what the slowest keeps up"
                  + " with while the same cores produce and read the pages",
              kind.pacedPagesPerSecond()));
      latency(kind, console);
    }
  }

  private void limits(Console console) {
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

  private static void throughput(KindResult kind, Console console) {
    CaseResult bare = kind.passThrough();
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
                "dropped")
            .row(
                bare.name(),
                median(bare, Figures::pagesPerSecond, "%,.0f"),
                "1.00",
                "",
                median(bare, Figures::megabytesPerSecond, "%,.1f"),
                median(bare, Figures::cpuSecondsPerThousand, "%,.3f"),
                "1.00",
                share(bare),
                median(bare, Figures::brokerBytesPerPage, "%,.0f"),
                "1.00",
                "0",
                "");
    for (CaseResult detector : kind.detectors()) {
      Comparison pages = Comparison.of(detector, bare, Figures::pagesPerSecond);
      Comparison cpu = Comparison.of(detector, bare, Figures::cpuSecondsPerThousand);
      Comparison broker = Comparison.of(detector, bare, Figures::brokerBytesPerPage);
      Figures last = detector.rounds().get(detector.rounds().size() - 1);
      table.row(
          detector.name(),
          format("%,.0f", pages.value()),
          format("%.2f", pages.ratio()),
          range(pages, detector),
          median(detector, Figures::megabytesPerSecond, "%,.1f"),
          format("%,.3f", cpu.value()),
          format("%.2f", cpu.ratio()),
          share(detector),
          format("%,.0f", broker.value()),
          format("%.2f", broker.ratio()),
          median(detector, Figures::stateBytesPerPage, "%,.0f"),
          format("%.1f %%", 100.0 * last.duplicate() / (last.unique() + last.duplicate())));
    }
    console.table(table);
  }

  private static void parts(KindResult kind, Console console) {
    CaseResult bare = kind.passThrough();
    TextTable table =
        new TextTable()
            .row(
                "",
                "all but JIT",
                "stream threads",
                "clients",
                "broker",
                "GC, JIT",
                "alone",
                "×",
                "(rounds)");
    table.row(parts(bare, "", "", ""));
    for (CaseResult detector : kind.detectors()) {
      Comparison both = Comparison.withParts(detector, bare);
      boolean warm = detector.warm() && bare.warm();
      table.row(
          parts(
              detector,
              format("%.1f", Comparison.median(detector.alone())),
              warm ? format("%.2f", both.ratio()) : UNKNOWN,
              warm ? range(both, detector) : ""));
    }
    console.table(table);
  }

  private static String[] parts(CaseResult result, String alone, String ratio, String rounds) {
    return new String[] {
      result.name(),
      warm(result, Figures::warmMicrosPerPage),
      warm(result, figures -> figures.cpu().streams()),
      warm(result, figures -> figures.cpu().clients()),
      warm(result, figures -> figures.cpu().broker()),
      warm(result, figures -> figures.cpu().machine()),
      alone,
      ratio,
      rounds
    };
  }

  private static void latency(KindResult kind, Console console) {
    CaseResult bare = kind.passThrough();
    TextTable table =
        new TextTable().row("", "p50 ms", "×", "rounds, ms", "p99 ms", "×", "rounds, ms");
    table.row(latency(bare, bare));
    for (CaseResult detector : kind.detectors()) {
      table.row(latency(detector, bare));
    }
    console.table(table);
  }

  private static String[] latency(CaseResult result, CaseResult bare) {
    List<String> cells = new ArrayList<>(List.of(result.name()));
    for (double percent : new double[] {50, 99}) {
      Comparison compared = Comparison.ofLatency(result, bare, percent);
      double[] rounds = Comparison.percentiles(result, percent);
      Arrays.sort(rounds);
      cells.add(format("%.0f", compared.value()));
      cells.add(format("%.2f", compared.ratio()));
      cells.add(
          rounds.length < 2 ? "" : format("%.0f..%.0f", rounds[0], rounds[rounds.length - 1]));
    }
    return cells.toArray(String[]::new);
  }

  private static String median(CaseResult result, ToDoubleFunction<Figures> figure, String form) {
    return format(form, Comparison.median(result, figure));
  }

  private static String warm(CaseResult result, ToDoubleFunction<Figures> figure) {
    return result.warm() ? median(result, figure, "%,.1f") : UNKNOWN;
  }

  /** Lowest and highest of several rounds; one has none. */
  private static String range(Comparison compared, CaseResult result) {
    return result.rounds().size() < 2
        ? ""
        : format("(%.2f to %.2f)", compared.leastRatio(), compared.mostRatio());
  }

  /** The JIT compiler's share of the CPU time. */
  static String share(CaseResult result) {
    return result.warm()
        ? format("%.0f %%", 100 * Comparison.median(result, Figures::compilerShare))
        : UNKNOWN;
  }

  private static String megabytes(long bytes) {
    return format("%,d MB", bytes / 1_000_000);
  }

  private static String format(String form, Object... values) {
    return String.format(Locale.ROOT, form, values);
  }
}
