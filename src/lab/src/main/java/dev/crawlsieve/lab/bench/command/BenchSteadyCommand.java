package dev.crawlsieve.lab.bench.command;

import dev.crawlsieve.core.report.TextTable;
import dev.crawlsieve.lab.bench.SteadyBench;
import dev.crawlsieve.lab.bench.result.BenchSettings;
import dev.crawlsieve.lab.bench.result.SteadyPoint;
import dev.crawlsieve.lab.bench.result.SteadyResult;
import dev.crawlsieve.lab.bench.result.SteadySettings;
import dev.crawlsieve.tool.terminal.Console;
import dev.crawlsieve.tool.terminal.Interruption;
import dev.crawlsieve.tool.terminal.JsonOption;
import dev.crawlsieve.tool.terminal.SettingsOptions;
import dev.crawlsieve.tool.terminal.Version;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs the topology at a constant rate for a long time and reports its size. */
@Command(
    name = "steady",
    description = {
      "Run the topology at a steady rate for as long as you like, and measure at intervals what it"
          + " holds: heap after a collection, memory of the process and of RocksDB, files of the"
          + " index and its changelog, kept pages. With --set index.retention=5m all of that should"
          + " stay constant.",
      "",
      "Pages are generated from the inputs while it runs; their timestamps are the times at which"
          + " they are due."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class BenchSteadyCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private BenchInputs inputs;
  @Mixin private SettingsOptions settings;
  @Mixin private JsonOption json;

  @Option(
      names = "--minutes",
      paramLabel = "N",
      defaultValue = "60",
      description = "Length of the run in minutes. Default: ${DEFAULT-VALUE}.")
  private double minutes;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "300",
      description = "Pages per second. Default: ${DEFAULT-VALUE}.")
  private double rate;

  @Option(
      names = "--every",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description = "Seconds between measurements. Default: ${DEFAULT-VALUE}.")
  private double every;

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      defaultValue = "text",
      description =
          "text: the text of the generated pages. html: the pages themselves. Default:"
              + " ${DEFAULT-VALUE}.")
  private BenchSettings.Kind kind;

  @Option(
      names = "--near-share",
      paramLabel = "SHARE",
      defaultValue = "0.3",
      description = "Share of near-copies among the pages. Default: ${DEFAULT-VALUE}.")
  private double nearShare;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Random seed: the same seed and inputs make the same pages.")
  private long seed;

  public BenchSteadyCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    SteadySettings steady =
        new SteadySettings(
            Duration.ofMillis((long) (minutes * 60_000)),
            rate,
            Duration.ofMillis((long) (every * 1_000)),
            kind,
            nearShare,
            seed);
    BenchInputs.Choice real = inputs.choose(console::note);
    SteadyResult result;
    try (BenchProgress progress = new BenchProgress(console);
        SteadyBench bench =
            new SteadyBench(
                steady,
                settings.settings(),
                real.groups(),
                progress,
                point -> console.note(line(point)))) {
      result = new Interruption(bench::close).during(bench::run);
    }
    if (json.wanted()) {
      console.json(result.json().put("realPages", real.name()));
    } else {
      console.line("real pages: " + real.name());
      print(result);
    }
    return ExitCode.OK;
  }

  private static String line(SteadyPoint point) {
    return format(
        "%5.1f min: %,.0f pages/s, %,d waiting, %.1f %% duplicates, %,d kept pages live, %,d"
            + " expired; MB: heap %.1f of which tables %.1f, process %.0f, RocksDB %.1f, state"
            + " %.1f, changelog %.1f, other topics %.0f",
        point.seconds() / 60,
        point.pagesPerSecond(),
        point.waiting(),
        100 * point.duplicateShare(),
        point.leaders(),
        point.expired(),
        point.heapBytes() / 1e6,
        point.tableBytes() / 1e6,
        point.residentBytes() / 1e6,
        point.rocksBytes() / 1e6,
        point.stateBytes() / 1e6,
        point.changelogBytes() / 1e6,
        point.topicBytes() / 1e6);
  }

  private void print(SteadyResult result) {
    console.line(
        format(
            "%s, %,d pages at %,.0f a second, retention %s; load average %.1f before",
            result.detector(),
            result.settings().pages(),
            result.settings().rate(),
            result.retention().isZero() ? "none" : result.retention(),
            result.limits().loadAverage()));
    List<SteadyResult.Quarter> quarters = result.quarters();
    if (quarters.isEmpty()) {
      console.line("too short for quarters, which begin after two retentions");
      return;
    }
    SteadyResult.Quarter first = quarters.get(0);
    SteadyResult.Quarter last = quarters.get(1);
    console.line("");
    TextTable table =
        new TextTable()
            .row(
                "means",
                format("min %.1f to %.1f", first.from() / 60, first.to() / 60),
                format("min %.1f to %.1f", last.from() / 60, last.to() / 60),
                "ratio");
    for (Map.Entry<String, Double> mean : first.means().entrySet()) {
      String name = mean.getKey();
      double then = last.means().get(name);
      boolean bytes = name.endsWith("Bytes");
      String form = bytes ? "%,.1f" : name.endsWith("Share") ? "%.3f" : "%,.0f";
      table.row(
          bytes ? name.replace("Bytes", " MB") : name,
          format(form, bytes ? mean.getValue() / 1e6 : mean.getValue()),
          format(form, bytes ? then / 1e6 : then),
          mean.getValue() == 0 ? "" : format("%.2f", then / mean.getValue()));
    }
    console.table(table);
  }

  private static String format(String form, Object... values) {
    return String.format(Locale.ROOT, form, values);
  }
}
