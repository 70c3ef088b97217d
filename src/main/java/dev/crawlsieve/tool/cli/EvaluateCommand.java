package dev.crawlsieve.tool.cli;

import dev.crawlsieve.core.eval.EvaluationResult;
import dev.crawlsieve.core.eval.report.EvaluationJson;
import dev.crawlsieve.core.eval.report.EvaluationTable;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.feed.InputGroup;
import dev.crawlsieve.tool.evaluate.EvaluationPage;
import dev.crawlsieve.tool.evaluate.PairEvaluation;
import dev.crawlsieve.tool.terminal.Console;
import dev.crawlsieve.tool.terminal.JsonOption;
import dev.crawlsieve.tool.terminal.SettingsOptions;
import dev.crawlsieve.tool.terminal.Version;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures detectors against labelled pairs. */
@Command(
    name = "evaluate",
    description =
        "Measure how well the configured detector, its peers and the textbook baselines agree with"
            + " human judgement: precision, recall and F1 on labelled pairs of pages.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class EvaluateCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private SettingsOptions settings;
  @Mixin private JsonOption json;

  @Option(
      names = "--pages",
      required = true,
      arity = "1..*",
      paramLabel = "INPUT",
      description =
          "The pages: any input that 'crawlsieve sieve' reads. Pages that no pair names are"
              + " skipped; of two with the same URL, the later counts.")
  private List<Path> pages;

  @Option(
      names = "--base-url",
      paramLabel = "URL",
      description = "Prefix for the path of a page that has no URL of its own.")
  private String baseUrl;

  @Option(
      names = "--truth",
      required = true,
      paramLabel = "FILE",
      description =
          "The labels: lines url_a TAB url_b TAB 1 (near-duplicates), 0 (not) or ? (undecided).")
  private Path truth;

  @Option(
      names = "--kinds",
      paramLabel = "FILE",
      description =
          "The same lines with a fourth column, the kind of pair, to report counts by kind.")
  private Path kinds;

  @Option(
      names = "--skip-unknown",
      description = "Skip pairs whose pages are missing. Default: refuse.")
  private boolean skipUnknown;

  @Option(
      names = "--half",
      paramLabel = "HALF",
      defaultValue = "all",
      description =
          "all, choosing (to choose thresholds on) or reporting (the pages held out)."
              + " Default: ${DEFAULT-VALUE}.")
  private PairEvaluation.Half half;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seed for the split into halves. Default: ${DEFAULT-VALUE}.")
  private long seed;

  @Option(
      names = "--detector-only",
      description = "Measure the configured detector alone, which is much faster.")
  private boolean detectorOnly;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Also write an HTML page with precision-recall curves; it works offline.")
  private Path html;

  EvaluateCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    SieveConfig config = settings.config();
    config.page().requireEvents();
    EvaluationPage page = html == null ? null : EvaluationPage.at(html);
    EvaluationResult result;
    try (EvaluationProgress progress = new EvaluationProgress(console)) {
      result =
          new PairEvaluation(config, progress)
              .run(
                  new PairEvaluation.Labelled(
                      new InputGroup(pages, baseUrl), truth, kinds, skipUnknown, half, seed),
                  detectorOnly);
    }
    if (page != null) {
      page.write(result);
    }
    if (json.wanted()) {
      console.json(EvaluationJson.of(result));
    } else {
      console.line(EvaluationTable.summary(result).stripTrailing());
    }
    if (html != null) {
      console.note("written to " + html);
    }
    return ExitCode.OK;
  }
}
