package dev.crawlsieve.lab.bench.command;

import dev.crawlsieve.lab.bench.Bench;
import dev.crawlsieve.lab.bench.LaneBench;
import dev.crawlsieve.lab.bench.result.LaneResult;
import dev.crawlsieve.tool.terminal.Console;
import dev.crawlsieve.tool.terminal.Version;
import java.util.Map;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
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
public final class BenchLaneCommand extends MeasuringCommand<LaneResult> {

  @Spec private CommandSpec spec;
  @Mixin private GrowthOptions growth;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "2",
      description =
          "How often each runs, after a small lane has warmed up. Default: ${DEFAULT-VALUE}.")
  private int rounds;

  public BenchLaneCommand(Console console) {
    super(console);
  }

  @Override
  Bench<LaneResult> bench(Map<String, String> settings, Consumer<String> progress) {
    if (rounds < 1) {
      throw new ParameterException(
          spec.commandLine(), "--rounds is " + rounds + ", must be 1 or more");
    }
    return new LaneBench(growth.settings(), rounds, settings, progress);
  }

  @Override
  void print(LaneResult result) {
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
}
