package dev.crawlsieve.tool.cli;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.eval.EvaluationResult;
import dev.crawlsieve.core.eval.report.DropSample;
import dev.crawlsieve.core.eval.report.EvaluationHtml;
import dev.crawlsieve.core.eval.report.EvaluationJson;
import dev.crawlsieve.core.eval.report.EvaluationTable;
import dev.crawlsieve.core.eval.report.SampleHtml;
import dev.crawlsieve.core.eval.report.SampleText;
import dev.crawlsieve.core.work.TextFile;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.feed.InputGroup;
import dev.crawlsieve.tool.evaluate.PairEvaluation;
import dev.crawlsieve.tool.terminal.ProgressLine;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures detectors against labelled pairs, and draws pairs to label. */
@Command(
    name = "evaluate",
    description =
        "Measure how well the configured detector agrees with human judgement: precision, recall"
            + " and F1 on labelled pairs of pages (--pages and --truth); with --all, also other"
            + " detectors and the textbook baselines. Or draw some of the pages that your own crawl"
            + " dropped, and judge them (--sample).")
final class EvaluateCommand extends ResultCommand {

  @Mixin private SampleOptions sample;

  @Option(
      names = "--pages",
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
      description =
          "all, choosing (to choose thresholds on) or reporting (the pages held out)."
              + " Default: all.")
  private PairEvaluation.Half half;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seed for the split into halves, or of the sample. Default: ${DEFAULT-VALUE}.")
  private long seed;

  @Option(
      names = "--all",
      description =
          "Also measure the other detectors and the textbook baselines, which takes much longer."
              + " Default: the configured detector, also at other thresholds.")
  private boolean all;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description =
          "Also write an HTML page with precision-recall curves; it works offline. With --sample,"
              + " the page on which to judge. Default: none; with --sample, sample.html.")
  private Path html;

  @Override
  public Integer call() {
    ensureOneTask();
    return sample.wanted() ? drawn() : measured();
  }

  private void ensureOneTask() {
    if (!sample.wanted()) {
      if (pages == null || truth == null) {
        throw new SettingsException(
            "measuring on labelled pairs needs --pages and --truth; --sample N draws pairs to judge");
      }
      sample.ensureNoneGiven();
      return;
    }
    boolean measures = pages != null || truth != null || baseUrl != null || kinds != null;
    if (measures || skipUnknown || half != null || all) {
      throw new SettingsException(
          "--sample draws pairs to judge, and only then is there something to measure on: it takes"
              + " --from, --kind, --by-similarity, --seed and --html, and no --pages, --truth,"
              + " --kinds, --base-url, --half, --skip-unknown or --all");
    }
  }

  private int drawn() {
    Path file = html == null ? Path.of("sample.html") : html;
    TextFile page = TextFile.at(file);
    DropSample drawn;
    try (ProgressLine progress = new ProgressLine(console)) {
      drawn = sample.draw(settings.settings(), seed, done -> progress.accept("verdicts", done));
    }
    page.write(SampleHtml.of(drawn));
    if (json.wanted()) {
      console.json(SampleText.json(drawn).put("html", file.toString()));
    } else {
      console.table(SampleText.table(drawn));
    }
    console.note("written to " + file + ": open it in a browser, and judge pair after pair");
    return ExitCode.OK;
  }

  private int measured() {
    SieveConfig config = settings.config();
    config.page().requireEvents();
    TextFile page = html == null ? null : TextFile.at(html);
    EvaluationResult result;
    try (EvaluationProgress progress = new EvaluationProgress(console)) {
      result =
          new PairEvaluation(config, progress)
              .run(
                  new PairEvaluation.Labelled(
                      new InputGroup(pages, baseUrl),
                      truth,
                      kinds,
                      skipUnknown,
                      half == null ? PairEvaluation.Half.ALL : half,
                      seed),
                  !all);
    }
    if (page != null) {
      page.write(EvaluationHtml.of(result));
    }
    if (json.wanted()) {
      console.json(EvaluationJson.of(result));
    } else {
      console.lines(
          (all ? EvaluationTable.summary(result) : EvaluationTable.configured(result))
              .stripTrailing());
    }
    if (html != null) {
      console.note("written to " + html);
    }
    return ExitCode.OK;
  }
}
