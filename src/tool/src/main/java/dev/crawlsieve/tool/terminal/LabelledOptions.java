package dev.crawlsieve.tool.terminal;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.files.input.FileNames;
import dev.crawlsieve.files.input.InputGroup;
import dev.crawlsieve.measure.eval.PageFeatureReader;
import dev.crawlsieve.measure.eval.TruthFile;
import dev.crawlsieve.measure.eval.TruthHalves;
import dev.crawlsieve.measure.eval.TruthPair;
import dev.crawlsieve.measure.eval.WantedPages;
import dev.crawlsieve.stream.config.SieveConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for labelled pairs, and for the inputs with their pages. */
public final class LabelledOptions {

  /** The half of the labelled pairs to measure. */
  enum Half {
    ALL,
    CHOOSING,
    REPORTING
  }

  /**
   * Labelled pairs with their pages.
   *
   * @param pages the pages as records of the index, by URL, including every page of the pairs
   */
  public record Labelled(List<TruthPair> pairs, Map<String, ComparedPage> pages) {}

  @Option(
      names = "--pages",
      arity = "1..*",
      paramLabel = "INPUT",
      description =
          "The pages: any inputs that 'crawlsieve sieve' reads. Pages that no pair names are"
              + " skipped; of two with the same URL, the later counts.")
  private List<Path> pages;

  @Option(
      names = "--base-url",
      paramLabel = "URL",
      description = "Prefix for the path of a page that has no URL of its own.")
  private @Nullable String baseUrl;

  @Option(
      names = "--truth",
      paramLabel = "FILE",
      description =
          "The labels: lines url_a TAB url_b TAB 1 (near-duplicates), 0 (not) or ? (undecided);"
              + " a fourth column is how many drops the pair stands for, as --sample saves it. In"
              + " either order: the page that comes first in the inputs is judged as the kept one,"
              + " and the pair by these two pages alone, without what their site shows.")
  private Path truth;

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
  private @Nullable Half half;

  /** Whether both pages and labels are given. */
  public boolean complete() {
    return pages != null && truth != null;
  }

  /** Whether any of these options is given. */
  public boolean given() {
    return pages != null || truth != null || baseUrl != null || skipUnknown || half != null;
  }

  /**
   * Reads the labels and the pages.
   *
   * @param seed seed of the random split into halves
   * @throws SieveException if a file cannot be read, or labels contradict each other
   */
  public Labelled read(SieveConfig config, long seed, Console console) {
    config.page().requireEvents();
    PageFeatureReader reader = new PageFeatureReader(config);
    TruthFile file = TruthFile.read(truth);
    WantedPages<ComparedPage> wanted =
        new WantedPages<>(reader, reader::record, file.urls(), console::note);
    try (ProgressLine progress = new ProgressLine(console)) {
      wanted.read(new InputGroup(FileNames.named(pages), baseUrl), config, progress);
    }
    List<TruthPair> pairs = skipUnknown ? known(file, wanted, console) : file.pairs(wanted::find);
    List<TruthPair> measured =
        half == null || half == Half.ALL ? pairs : half(TruthHalves.of(pairs, seed));
    if (measured.isEmpty()) {
      throw new SieveException(
          "there are no pairs to measure on among the " + pairs.size() + " of known pages");
    }
    return new Labelled(wanted.inOrder(measured), wanted.byUrl());
  }

  private static List<TruthPair> known(TruthFile file, WantedPages<?> pages, Console console) {
    long unknown = file.urls().stream().filter(url -> pages.find(url).isEmpty()).count();
    if (unknown > 0) {
      String those = unknown == 1 ? " page that is" : " pages that are";
      console.note("skipped the pairs of " + unknown + those + " not among those read");
    }
    return file.knownPairs(pages::find);
  }

  private List<TruthPair> half(TruthHalves halves) {
    return half == Half.CHOOSING ? halves.choosing() : halves.reporting();
  }
}
