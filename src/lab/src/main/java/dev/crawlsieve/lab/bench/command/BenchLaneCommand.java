package dev.crawlsieve.lab.bench.command;

import dev.crawlsieve.core.config.IndexSettings;
import dev.crawlsieve.core.report.TextTable;
import dev.crawlsieve.lab.bench.LaneBench;
import dev.crawlsieve.lab.bench.result.CaseResult;
import dev.crawlsieve.lab.bench.result.Comparison;
import dev.crawlsieve.lab.bench.result.Figures;
import dev.crawlsieve.lab.bench.result.LaneResult;
import dev.crawlsieve.lab.bench.result.ScaleModel;
import dev.crawlsieve.lab.bench.result.ShardsResult;
import dev.crawlsieve.tool.terminal.Console;
import dev.crawlsieve.tool.terminal.Interruption;
import dev.crawlsieve.tool.terminal.JsonOption;
import dev.crawlsieve.tool.terminal.SettingsOptions;
import dev.crawlsieve.tool.terminal.Version;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures a lane in the running topology. */
@Command(
    name = "lane",
    description =
        "Measure one lane in the running topology, on one thread, against a bare pass-through of"
            + " the same fingerprints: one embedded broker, exactly-once, in turns; with --shards, beside"
            + " it the same lane in shards, all in this process. Then measure"
            + " its restore.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class BenchLaneCommand implements Callable<Integer> {

  private final Console console;

  @Spec private CommandSpec spec;
  @Mixin private GrowthOptions growth;
  @Mixin private SettingsOptions settings;
  @Mixin private JsonOption json;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "2",
      description =
          "How often each runs, after a small lane has warmed up. Default: ${DEFAULT-VALUE}.")
  private int rounds;

  @Option(
      names = "--shards",
      paramLabel = "N[,N...]",
      split = ",",
      description =
          "Numbers of shards (index.shards) to measure beside a lane without, for example 1,2,4,8."
              + " Default: none.")
  private List<Integer> shards = List.of();

  public BenchLaneCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    if (rounds < 1) {
      throw new ParameterException(
          spec.commandLine(), "--rounds is " + rounds + ", must be 1 or more");
    }
    for (int n : shards) {
      if (n < 1 || n > IndexSettings.MOST_SHARDS) {
        throw new ParameterException(
            spec.commandLine(),
            "--shards has " + n + ", must be 1 to " + IndexSettings.MOST_SHARDS);
      }
    }
    LaneResult result;
    try (BenchProgress progress = new BenchProgress(console);
        LaneBench bench =
            new LaneBench(growth.settings(), shards, rounds, settings.settings(), progress)) {
      result = new Interruption(bench::close).during(bench::run);
    }
    if (json.wanted()) {
      console.json(result.json());
    } else {
      print(result);
    }
    return ExitCode.OK;
  }

  private void print(LaneResult result) {
    console.line(
        format(
            "%s, %,d pages of which %,d new, one lane, one thread; load average %.1f before",
            result.detector(), result.pages(), result.leaders(), result.limits().loadAverage()));
    console.line("");
    TextTable table = new TextTable().row("", "lane", "pass-through", "ratio");
    row(table, "pages/s", "%,.0f", result, Figures::pagesPerSecond);
    row(table, "CPU s/1,000 pages", "%,.4f", result, Figures::cpuSecondsPerThousand);
    table.row(
        "JIT, share of it",
        BenchSummary.share(result.lane()),
        BenchSummary.share(result.passThrough()),
        "");
    row(table, "broker B/page", "%,.0f", result, Figures::brokerBytesPerPage);
    table.row(
        "state B/page",
        format("%,.0f", Comparison.median(result.lane(), Figures::stateBytesPerPage)),
        "0",
        "");
    console.table(table);
    if (!result.shards().isEmpty()) {
      printShards(result);
      printScale(result);
    }
    console.line("");
    console.line(
        format(
            "restored %,d records at %,.0f a second; running %.1f s after the start",
            result.restore().records(),
            result.restore().recordsPerSecond(),
            result.restore().secondsToRunning()));
  }

  private void printShards(LaneResult result) {
    console.line("");
    console.line(
        "µs are CPU a page: of the process, broker included, and of the stream thread; + is what"
            + " each shard adds to the row above");
    TextTable table =
        new TextTable()
            .row(
                "shards",
                "pages/s",
                "µs",
                "+",
                "thread µs",
                "+",
                "JIT",
                "broker B/page",
                "+",
                "largest tables MB",
                "× lane/n");
    table.row(
        "0",
        median(result.lane(), "%,.0f", Figures::pagesPerSecond),
        median(result.lane(), "%,.1f", figures -> 1e3 * figures.cpuSecondsPerThousand()),
        "",
        median(result.lane(), "%,.1f", Figures::threadMicrosPerPage),
        "",
        BenchSummary.share(result.lane()),
        median(result.lane(), "%,.0f", Figures::brokerBytesPerPage),
        "",
        format("%,.1f", result.tableBytes() / 1e6),
        "1.00");
    for (int at = 0; at < result.shards().size(); at++) {
      ShardsResult shards = result.shards().get(at);
      table.row(
          String.valueOf(shards.shards()),
          median(shards.lane(), "%,.0f", Figures::pagesPerSecond),
          median(shards.lane(), "%,.1f", figures -> 1e3 * figures.cpuSecondsPerThousand()),
          format("%,.1f", 1e3 * result.perShard(at, Figures::cpuSecondsPerThousand)),
          median(shards.lane(), "%,.1f", Figures::threadMicrosPerPage),
          format("%,.1f", result.perShard(at, Figures::threadMicrosPerPage)),
          BenchSummary.share(shards.lane()),
          median(shards.lane(), "%,.0f", Figures::brokerBytesPerPage),
          format("%,.0f", result.perShard(at, Figures::brokerBytesPerPage)),
          format("%,.1f", shards.largestTableBytes() / 1e6),
          format(
              "%.2f", (double) shards.largestTableBytes() * shards.shards() / result.tableBytes()));
    }
    console.table(table);
  }

  /** As docs/sizing.md shows it. */
  private void printScale(LaneResult result) {
    console.line("");
    console.line(
        "what follows, each shard on a machine of its own, 7 of 10 pages kept; tables are those of"
            + " one machine, in GB");
    console.line("");
    console.line(
        "| shards | pages/s | CPU µs a page | broker B a page | commits | tables, 100 million pages"
            + " | 1 billion | 10 billion |");
    console.line("|---|---|---|---|---|---|---|---|");
    for (ScaleModel.Row row : new ScaleModel(result).rows()) {
      console.line(
          format(
              "| %d | %,.0f | %.0f | %,.0f | %d | %,.1f | %,.1f | %,.1f |",
              row.shards(),
              row.pagesPerSecond(),
              row.cpuMicrosPerPage(),
              row.brokerBytesPerPage(),
              row.commits(),
              row.tableBytes(0.7e8) / 1e9,
              row.tableBytes(0.7e9) / 1e9,
              row.tableBytes(0.7e10) / 1e9));
    }
  }

  private static String median(CaseResult result, String form, ToDoubleFunction<Figures> figure) {
    return format(form, Comparison.median(result, figure));
  }

  private static void row(
      TextTable table,
      String name,
      String form,
      LaneResult result,
      ToDoubleFunction<Figures> figure) {
    Comparison comparison = Comparison.of(result.lane(), result.passThrough(), figure);
    table.row(
        name,
        format(form, comparison.value()),
        format(form, comparison.passThrough()),
        format("%.2f", comparison.ratio()));
  }

  private static String format(String form, Object... values) {
    return String.format(Locale.ROOT, form, values);
  }
}
