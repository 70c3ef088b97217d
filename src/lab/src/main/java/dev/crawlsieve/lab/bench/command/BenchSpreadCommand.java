package dev.crawlsieve.lab.bench.command;

import dev.crawlsieve.core.config.IndexSettings;
import dev.crawlsieve.core.report.TextTable;
import dev.crawlsieve.lab.bench.SpreadBench;
import dev.crawlsieve.lab.bench.process.Program;
import dev.crawlsieve.lab.bench.result.SpreadResult;
import dev.crawlsieve.stream.feed.InputGroup;
import dev.crawlsieve.tool.cli.Main;
import dev.crawlsieve.tool.terminal.Console;
import dev.crawlsieve.tool.terminal.Interruption;
import dev.crawlsieve.tool.terminal.JsonOption;
import dev.crawlsieve.tool.terminal.SettingsOptions;
import dev.crawlsieve.tool.terminal.Version;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Measures a lane whose shards are in processes of their own. */
@Command(
    name = "spread",
    description = {
      "Measure one lane in the running topology, spread over processes: one for each shard, all on"
          + " this machine, with the broker in this process. Beside it, the same lane in one process"
          + " with as much heap; what does not fit there goes to disk. Their verdicts must be equal"
          + " but for how much work they were (compared); if they are not, the exit code is 1.",
      "",
      "The fingerprints are synthetic, or those of the pages in the inputs, in one order and a second"
          + " apart.",
      "",
      "With --lose, then end the process of the last shard as --end says, start it again at once,"
          + " and measure how long verdicts wait; with --set streams.num.standby.replicas=1, another"
          + " process has a copy of its state."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class BenchSpreadCommand implements Callable<Integer> {

  private final Console console;

  @Spec private CommandSpec spec;
  @Mixin private GrowthOptions growth;

  @Parameters(
      paramLabel = "INPUT",
      arity = "0..*",
      description =
          "Any input that 'crawlsieve sieve' reads. Default: synthetic fingerprints until there are"
              + " --leaders kept pages.")
  private List<Path> inputs = new ArrayList<>();

  @Option(
      names = "--base-url",
      paramLabel = "URL",
      description = "Prefix for the path of a page that has no URL of its own.")
  private String baseUrl;

  @Mixin private SettingsOptions settings;
  @Mixin private JsonOption json;

  @Option(
      names = "--shards",
      paramLabel = "N[,N...]",
      split = ",",
      defaultValue = "4,0",
      description =
          "Numbers of shards (index.shards) to measure, one after the other; 0 is one process"
              + " without shards. Default: ${DEFAULT-VALUE}.")
  private List<Integer> shards;

  @Option(
      names = "--heap",
      paramLabel = "SIZE",
      defaultValue = "2g",
      description = "Heap of each process, as in -Xmx. Default: ${DEFAULT-VALUE}.")
  private String heap;

  @Option(
      names = "--kill",
      description =
          "Halfway, kill the process of the last shard, empty its disk and start it again.")
  private boolean kill;

  @Option(
      names = "--lose",
      paramLabel = "RATE",
      defaultValue = "0",
      description =
          "Lose a process with a shard while this many pages come per second. Default: none is"
              + " lost.")
  private double lossRate;

  @Option(
      names = "--end",
      paramLabel = "HOW",
      defaultValue = "lost",
      description =
          "How that process ends: lost (killed, and its disk emptied), killed, or stopped. Default:"
              + " ${DEFAULT-VALUE}.")
  private String end;

  public BenchSpreadCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    for (int n : shards) {
      ensure(
          n >= 0 && n <= IndexSettings.MOST_SHARDS,
          "--shards has " + n + ", must be 0 to " + IndexSettings.MOST_SHARDS);
    }
    ensure(
        heap.matches("[1-9]\\d*[kKmMgG]"),
        "--heap is " + heap + ", must be a number with k, m or g, such as 2g");
    ensure(
        lossRate >= 0 && lossRate <= 1e6,
        "--lose is " + lossRate + ", must be 0 to 1,000,000 pages a second");
    ensure(
        end.matches("lost|killed|stopped"),
        "--end is " + end + ", must be lost, killed or stopped");
    ensure(lossRate == 0 || inputs.isEmpty(), "--lose needs synthetic fingerprints, so no inputs");
    SpreadResult result;
    try (BenchProgress progress = new BenchProgress(console);
        SpreadBench bench =
            new SpreadBench(
                growth.settings(),
                inputs.isEmpty() ? List.of() : List.of(new InputGroup(inputs, baseUrl)),
                shards,
                heap,
                kill,
                lossRate,
                end,
                Program.running(Main.class),
                settings.settings(),
                progress)) {
      result = new Interruption(bench::close).during(bench::run);
    }
    if (json.wanted()) {
      console.json(result.json());
    } else {
      print(result);
    }
    return result.equal() ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private void ensure(boolean right, String otherwise) {
    if (!right) {
      throw new ParameterException(spec.commandLine(), otherwise);
    }
  }

  private void print(SpreadResult result) {
    console.line(
        format(
            "%s, %,d pages, processes with -Xmx%s on %d cores; load average %.1f before",
            result.detector(),
            result.pages(),
            result.heap(),
            result.limits().cores(),
            result.limits().loadAverage()));
    console.line("");
    TextTable table =
        new TextTable().row("shards", "processes", "pages/s", "second half", "dropped");
    for (SpreadResult.Lane lane : result.lanes()) {
      table.row(
          String.valueOf(lane.shards()),
          String.valueOf(Math.max(1, lane.shards())),
          format("%,.0f", lane.pagesPerSecond()),
          format("%,.0f", lane.lastHalfPagesPerSecond()),
          format("%,d", lane.duplicates()));
    }
    console.table(table);
    if (result.lanes().size() > 1) {
      console.line("");
      console.line(
          result.equal() ? "all verdicts are equal" : "VERDICTS DIFFER from one lane to another");
    }
    for (SpreadResult.Lane lane : result.lanes()) {
      if (lane.inPipelineAtKill() >= 0) {
        console.line("");
        console.line(
            format(
                "one of %d shards was killed with %,d pages on their way",
                lane.shards(), lane.inPipelineAtKill()));
      }
      if (lane.outage() != null) {
        print(lane);
      }
    }
  }

  private void print(SpreadResult.Lane lane) {
    SpreadResult.Outage outage = lane.outage();
    console.line("");
    console.line(
        format(
            "%s %s at %,.0f pages/s, %s: no verdict for %.1f s, then %,d pages waited; caught up"
                + " %.1f s after that; %,d records restored",
            lane.shards() == 0 ? "the process" : "one of " + lane.shards() + " shards",
            outage.end(),
            outage.rate(),
            outage.standbys() == 0 ? "no standby" : "standbys: " + outage.standbys(),
            outage.secondsWithoutVerdicts(),
            outage.waiting(),
            outage.secondsToCaughtUp(),
            outage.restoredRecords()));
  }

  private static String format(String form, Object... values) {
    return String.format(Locale.ROOT, form, values);
  }
}
