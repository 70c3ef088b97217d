package dev.crawlsieve.tool.cli;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.folder.TextFile;
import dev.crawlsieve.measure.eval.Evaluation;
import dev.crawlsieve.measure.eval.report.DropSample;
import dev.crawlsieve.measure.eval.report.EvaluationTable;
import dev.crawlsieve.measure.eval.report.SampleHtml;
import dev.crawlsieve.measure.eval.report.SampleText;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.tool.terminal.LabelledOptions;
import dev.crawlsieve.tool.terminal.ProgressLine;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures the configured detector against labelled pairs, and draws pairs to label. */
@Command(
    name = "evaluate",
    description =
        "Measure how well the configured detector agrees with human judgement: precision,"
            + " recall and F1 on labelled pairs of pages (--pages and --truth). Or draw a sample of"
            + " the pages that your own crawl dropped, to judge them (--sample).")
final class EvaluateCommand extends ResultCommand {

  @Mixin private SampleOptions sample;

  @Mixin private LabelledOptions labelled;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seed for the split into halves, or of the sample. Default: ${DEFAULT-VALUE}.")
  private long seed;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description =
          "With --sample: the page on which to judge, which works offline. Default: sample.html.")
  private @Nullable Path html;

  /** The sample that was drawn, without its pages, as {@code --json} prints it. */
  private record Drawn(
      String kind,
      long seed,
      long drops,
      int pairs,
      long gone,
      List<DropSample.Stratum> strata,
      String html) {

    static Drawn of(DropSample sample, Path html) {
      return new Drawn(
          sample.kind(),
          sample.seed(),
          sample.drops(),
          sample.pairs().size(),
          sample.gone(),
          sample.strata(),
          html.toString());
    }
  }

  @Override
  public Integer call() {
    ensureOneTask();
    return sample.wanted() ? drawn() : measured();
  }

  private void ensureOneTask() {
    if (!sample.wanted()) {
      if (!labelled.complete()) {
        throw new SettingsException(
            "measuring on labelled pairs needs --pages and --truth; --sample N draws pairs to judge");
      }
      sample.ensureNoneGiven();
      if (html != null) {
        throw new SettingsException("--html needs --sample");
      }
    } else if (labelled.given()) {
      throw new SettingsException(
          "--sample draws pairs to judge, and only then is there something to measure on: it takes"
              + " --from, --kind, --by-similarity, --seed and --html, and no --pages, --truth,"
              + " --base-url, --half or --skip-unknown");
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
    show(() -> Drawn.of(drawn, file), () -> console.table(SampleText.table(drawn)));
    console.note("written to " + file + ": open it in a browser, and judge pair after pair");
    return ExitCode.OK;
  }

  private int measured() {
    SieveConfig config = settings.config();
    var read = labelled.read(config, seed, console);
    Evaluation result = Evaluation.of(config.detector(), read.pairs(), read.pages());
    show(() -> result, () -> console.lines(EvaluationTable.text(result).stripTrailing()));
    return ExitCode.OK;
  }
}
