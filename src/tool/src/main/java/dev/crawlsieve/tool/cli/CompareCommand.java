package dev.crawlsieve.tool.cli;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.files.input.FileNames;
import dev.crawlsieve.files.input.InputGroup;
import dev.crawlsieve.measure.eval.PageComparison;
import dev.crawlsieve.measure.eval.PageFeatures;
import dev.crawlsieve.measure.eval.PageFinder;
import dev.crawlsieve.measure.eval.report.ComparisonText;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.errors.BrokerTroubleException;
import dev.crawlsieve.tool.terminal.ProgressLine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Compares two pages. */
@Command(
    name = "compare",
    description =
        "Compare two pages by every distance the detectors use, and show how their texts differ.",
    footerHeading = "%nWhat the words mean:%n",
    footer = {
      "  shingles        sequences of words; 3-shingles have three; signs",
      "                  such as && are no words",
      "  Jaccard         of the shingles that either page has, the share that both have",
      "  containment     of the shingles of one page, the share that the other has",
      "  edit similarity of the lines that either text has, the share that both have in",
      "                  one order, as diff shows them",
      "  Hamming         how many of 64 bits of two SimHashes differ: few or none",
      "                  if the texts are similar, about 32 if they are unrelated",
      "  sketch          84 min-hashes of a text's shingles; from two of them, Jaccard",
      "                  and containment are estimated without the texts",
      "  super-shingles  hashes of 14 min-hashes each; an equal one hints at a copy",
      "  rule            whether the one page is a copy of the other, and why, or what",
      "                  is lost (without what other pages of the site show)"
    })
final class CompareCommand extends ResultCommand {

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "A",
      hideParamSyntax = true,
      description =
          "The page that comes first: a file with one page (HTML, text, or a page event), or its URL.")
  private @Nullable String first;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "B",
      hideParamSyntax = true,
      description = "The page that may copy it, in the same forms.")
  private @Nullable String second;

  @Option(
      names = "--pages",
      arity = "1..*",
      paramLabel = "INPUT",
      description =
          "Where to look up URLs: any inputs that 'crawlsieve sieve' reads. Default: the pages"
              + " topic.")
  private @Nullable List<String> pages; // the last ones may be URLs

  @Option(
      names = "--base-url",
      paramLabel = "URL",
      description = "Prefix for the path of a page of --pages that has no URL of its own.")
  private @Nullable String baseUrl;

  @Option(
      names = "--changes",
      paramLabel = "N",
      defaultValue = "20",
      description =
          "Maximum number of text changes to show, 1,000 characters of each side of one; --json has"
              + " all. Default: ${DEFAULT-VALUE}.")
  private int changes;

  @Override
  public Integer call() {
    ensureNotNegative("--changes", changes);
    List<String> two = two();
    SieveConfig config = settings.config();
    if (pages != null) {
      config.page().requireEvents();
    } else if (baseUrl != null) {
      throw new SettingsException("--base-url needs --pages");
    }
    PageComparison comparison;
    try (ProgressLine progress = new ProgressLine(console)) {
      List<PageFeatures> found = find(config, two, progress);
      comparison = PageComparison.of(found.get(0), found.get(1), config.detector());
    }
    show(
        () -> comparison,
        () -> console.lines(ComparisonText.of(comparison, changes).stripTrailing()));
    return ExitCode.OK;
  }

  private List<PageFeatures> find(SieveConfig config, List<String> two, ProgressLine progress) {
    PageFinder finder = new PageFinder(config, console::note);
    if (pages != null) {
      return finder.find(two, new InputGroup(FileNames.named(paths(pages)), baseUrl), progress);
    }
    if (two.stream().allMatch(CompareCommand::isFile)) {
      console.note(
          "the addresses, which count for 'rule', are those of single files; with --pages FOLDER,"
              + " they are those that 'sieve FOLDER' gives");
    }
    try {
      return finder.find(two, null, progress);
    } catch (BrokerTroubleException e) {
      throw new SieveException(e.getMessage() + "; --pages INPUT looks URLs up in files", e);
    }
  }

  private static boolean isFile(String name) {
    return !name.contains("://") && Files.isRegularFile(Path.of(name));
  }

  private static List<Path> paths(List<String> names) {
    return names.stream().map(Path::of).toList();
  }

  /**
   * The two pages. {@code --pages} accepts any number of inputs, so if it precedes the pages, it
   * has taken them, too.
   */
  private List<String> two() {
    List<String> two = new ArrayList<>();
    Stream.of(first, second).filter(Objects::nonNull).forEach(two::add);
    int missing = 2 - two.size();
    if (pages != null && pages.size() > missing) {
      List<String> taken = pages.subList(pages.size() - missing, pages.size());
      two.addAll(taken);
      taken.clear();
    }
    if (two.size() < 2) {
      throw new SettingsException("two pages are needed, A and B: files or URLs");
    }
    return two;
  }
}
