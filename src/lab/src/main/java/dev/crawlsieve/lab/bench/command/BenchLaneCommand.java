package dev.crawlsieve.lab.bench.command;

import dev.crawlsieve.lab.bench.LaneBench;
import dev.crawlsieve.lab.bench.result.LaneResult;
import dev.crawlsieve.stream.kafka.RecordJson;
import dev.crawlsieve.tool.terminal.Console;
import dev.crawlsieve.tool.terminal.Interruption;
import dev.crawlsieve.tool.terminal.JsonOption;
import dev.crawlsieve.tool.terminal.SettingsOptions;
import dev.crawlsieve.tool.terminal.Version;
import java.util.Locale;
import java.util.concurrent.Callable;
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
        "Measure one lane in the running topology, on one thread, against a bare pass-through"
            + " of the same fingerprints: one embedded broker, exactly-once, in turns. Then measure"
            + " its restore. With --set index.shards=N, the lane has N shards, all in this process.",
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

  public BenchLaneCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    if (rounds < 1) {
      throw new ParameterException(
          spec.commandLine(), "--rounds is " + rounds + ", must be 1 or more");
    }
    LaneResult result;
    try (BenchProgress progress = new BenchProgress(console);
        LaneBench bench = new LaneBench(growth.settings(), rounds, settings.settings(), progress)) {
      result = new Interruption(bench::close).during(bench::run);
    }
    if (json.wanted()) {
      console.json(RecordJson.JSON.valueToTree(result));
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
    new BenchSummary(console).throughput(result.cases());
    console.line("");
    console.line(
        format(
            "restored %,d records at %,.0f a second; running %.1f s after the start",
            result.restore().records(),
            result.restore().recordsPerSecond(),
            result.restore().secondsToRunning()));
  }

  private static String format(String form, Object... values) {
    return String.format(Locale.ROOT, form, values);
  }
}
