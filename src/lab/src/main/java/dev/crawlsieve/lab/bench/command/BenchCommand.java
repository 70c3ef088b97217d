package dev.crawlsieve.lab.bench.command;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.Threshold;
import dev.crawlsieve.lab.bench.StreamBench;
import dev.crawlsieve.lab.bench.result.BenchResult;
import dev.crawlsieve.lab.bench.result.BenchSettings;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import dev.crawlsieve.tool.terminal.Console;
import dev.crawlsieve.tool.terminal.Interruption;
import dev.crawlsieve.tool.terminal.JsonOption;
import dev.crawlsieve.tool.terminal.SettingsOptions;
import dev.crawlsieve.tool.terminal.Version;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures the topology against a bare pass-through. */
@Command(
    name = "bench",
    description = {
      "Measure the topology with each detector against a bare Kafka Streams pass-through of the"
          + " same pages: one embedded broker, exactly-once, in turns. Takes about a quarter of an"
          + " hour.",
      "",
      "Real pages are read from the inputs. As many more as needed are generated from them:"
          + " new articles in their page frames, and near-copies."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    commandListHeading = "%nBenchmarks of parts:%n")
public final class BenchCommand implements Callable<Integer> {

  private static final int QUICK_PAGES = 500;

  private final Console console;

  @Mixin private BenchInputs inputs;
  @Mixin private SettingsOptions settings;
  @Mixin private JsonOption json;

  @Option(
      names = "--kinds",
      split = ",",
      paramLabel = "KIND",
      defaultValue = "html,text",
      description =
          "html, text (the text of the same pages), or both, separated by commas. Default:"
              + " ${DEFAULT-VALUE}.")
  private List<BenchSettings.Kind> kinds;

  @Option(
      names = "--detectors",
      split = ",",
      paramLabel = "NAME",
      description = "Detectors to measure, separated by commas. Default: all but exact.")
  private List<DetectorSettings.Kind> detectors;

  @Option(
      names = "--pages",
      paramLabel = "N",
      defaultValue = "40000",
      description = "Maximum number of pages per run. Default: ${DEFAULT-VALUE}.")
  private int pages;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "3",
      description =
          "How often each case runs, not counting the first time. Default: ${DEFAULT-VALUE}.")
  private int rounds;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "4",
      description =
          "Approximate length in seconds of a run with a detector, and of one for latencies."
              + " Default: ${DEFAULT-VALUE}.")
  private double seconds;

  @Option(
      names = "--near-share",
      paramLabel = "SHARE",
      defaultValue = "0.3",
      description =
          "Share of near-copies among the pages, besides those among the real pages. Default:"
              + " ${DEFAULT-VALUE}.")
  private double nearShare;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Random seed: the same seed and inputs make the same pages.")
  private long seed;

  @Option(
      names = "--quick",
      description =
          "Only check that it works: "
              + QUICK_PAGES
              + " pages, one round, the configured detector. The figures mean little.")
  private boolean quick;

  public BenchCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    BenchSettings bench =
        new BenchSettings(
            kinds,
            detectors == null ? detectors() : detectors,
            quick ? Math.min(QUICK_PAGES, pages) : pages,
            quick ? 1 : rounds,
            quick ? 1 : seconds,
            nearShare,
            seed);
    BenchInputs.Choice real = inputs.choose(console::note);
    BenchResult result;
    try (BenchProgress progress = new BenchProgress(console);
        StreamBench running =
            new StreamBench(bench, settings.settings(), real.groups(), progress)) {
      result = new Interruption(running::close).during(running::run);
    }
    if (json.wanted()) {
      console.json(RecordJson.JSON.<ObjectNode>valueToTree(result).put("realPages", real.name()));
    } else {
      console.line("real pages: " + real.name());
      new BenchSummary(console).print(result);
    }
    return ExitCode.OK;
  }

  private List<DetectorSettings.Kind> detectors() {
    return quick
        ? List.of(settings.config().detector().kind())
        : List.copyOf(Threshold.ALIKE.kinds()); // all that find near copies
  }
}
