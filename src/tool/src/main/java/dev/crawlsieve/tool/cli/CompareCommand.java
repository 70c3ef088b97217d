package dev.crawlsieve.tool.cli;

import dev.crawlsieve.files.input.InputGroup;
import dev.crawlsieve.measure.eval.PageComparison;
import dev.crawlsieve.measure.eval.PageFeatures;
import dev.crawlsieve.measure.eval.PageFinder;
import dev.crawlsieve.measure.eval.report.ComparisonText;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.tool.terminal.ProgressLine;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Compares two pages. */
@Command(
    name = "compare",
    description =
        "Compare two pages by every distance the detectors use, and show how their texts differ.")
final class CompareCommand extends ResultCommand {

  @Parameters(
      index = "0",
      paramLabel = "A",
      description = "A file with one page (HTML, text, or a page event), or a page's URL.")
  private String first;

  @Parameters(index = "1", paramLabel = "B", description = "The other page, in the same forms.")
  private String second;

  @Option(
      names = "--pages",
      paramLabel = "INPUT",
      description =
          "Where to look up URLs: any input that 'crawlsieve sieve' reads. May be repeated."
              + " Default: the pages topic.")
  private @Nullable List<Path> pages;

  @Option(
      names = "--changes",
      paramLabel = "N",
      defaultValue = "20",
      description = "Maximum number of text changes to show. Default: ${DEFAULT-VALUE}.")
  private int changes;

  @Override
  public Integer call() {
    SieveConfig config = settings.config();
    if (pages != null) {
      config.page().requireEvents();
    }
    PageComparison comparison;
    try (ProgressLine progress = new ProgressLine(console)) {
      List<PageFeatures> found =
          new PageFinder(config, console::note)
              .find(
                  List.of(first, second),
                  pages == null ? null : new InputGroup(pages, null),
                  progress);
      comparison =
          PageComparison.of(
              found.get(0), found.get(1), config.shingles().width(), config.detector());
    }
    show(
        () -> comparison,
        () -> console.lines(ComparisonText.of(comparison, changes).stripTrailing()));
    return ExitCode.OK;
  }
}
