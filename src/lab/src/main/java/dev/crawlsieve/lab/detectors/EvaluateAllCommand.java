package dev.crawlsieve.lab.detectors;

import dev.crawlsieve.measure.eval.PageFeatureReader;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.RecordJson;
import dev.crawlsieve.tool.terminal.Console;
import dev.crawlsieve.tool.terminal.JsonOption;
import dev.crawlsieve.tool.terminal.LabelledOptions;
import dev.crawlsieve.tool.terminal.SettingsOptions;
import dev.crawlsieve.tool.terminal.Version;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures all detectors on labelled pairs. */
@Command(
    name = "evaluate-all",
    description =
        "Measure all detectors and some textbook baselines on labelled pairs, at many thresholds.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class EvaluateAllCommand implements Callable<Integer> {

  private final Console console;

  @Spec private CommandSpec spec;
  @Mixin private LabelledOptions labelled;
  @Mixin private SettingsOptions settings;
  @Mixin private JsonOption json;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seed for the split into halves. Default: ${DEFAULT-VALUE}.")
  private long seed;

  EvaluateAllCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (!labelled.complete()) {
      throw new ParameterException(spec.commandLine(), "--pages and --truth are needed");
    }
    SieveConfig config = settings.config();
    PageFeatureReader reader = new PageFeatureReader(config);
    DetectorsResult result =
        DetectorsResult.of(
            labelled.read(
                config,
                reader,
                page -> DetectorPage.of(page.body().bytes(), reader.features(page)),
                seed,
                console));
    if (json.wanted()) {
      console.json(RecordJson.JSON.valueToTree(result));
    } else {
      console.lines(result.text());
    }
    return ExitCode.OK;
  }
}
