package dev.crawlsieve.tool.evaluate;

import dev.crawlsieve.core.eval.Evaluation;
import dev.crawlsieve.core.eval.EvaluationResult;
import dev.crawlsieve.core.eval.PageFeatures;
import dev.crawlsieve.core.eval.PairDetector;
import dev.crawlsieve.core.eval.StreamDetectors;
import dev.crawlsieve.core.eval.TruthFile;
import dev.crawlsieve.core.eval.TruthHalves;
import dev.crawlsieve.core.eval.TruthPair;
import dev.crawlsieve.core.work.Progress;
import dev.crawlsieve.core.work.SieveException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.feed.InputGroup;
import dev.crawlsieve.stream.feed.PageFeatureReader;
import dev.crawlsieve.stream.feed.WantedPages;
import dev.crawlsieve.tool.inspect.ConfiguredDetector;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Measures how well detectors agree with human labels on the user's own pages. */
public final class PairEvaluation {

  /** Which of the labelled pairs to measure. */
  public enum Half {
    ALL,
    CHOOSING,
    REPORTING
  }

  /**
   * The data to measure on.
   *
   * @param pages the pages; those that no pair names are skipped
   * @param truth the labels
   * @param kinds the labels with kinds, or null
   * @param skipUnknown whether to leave out pairs whose pages are missing; otherwise they are an
   *     error
   * @param half all pairs or one half of them
   * @param seed of the random split into halves
   */
  public record Labelled(
      InputGroup pages, Path truth, Path kinds, boolean skipUnknown, Half half, long seed) {}

  /** Receives progress reports. */
  public interface Listener {

    /** A note for the user, in one sentence. */
    void note(String sentence);

    /** Pages read so far. */
    void read(Progress progress);

    /** Detectors measured so far. */
    void measured(int done, int all);
  }

  private final SieveConfig config;
  private final Listener listener;

  public PairEvaluation(SieveConfig config, Listener listener) {
    this.config = config;
    this.listener = listener;
  }

  /**
   * Measures the detectors.
   *
   * @param configuredOnly whether to measure only the configured detector, also at other
   *     thresholds, without its peers and baselines
   * @throws SieveException if the pages or labels cannot be read, or contradict each other
   */
  public EvaluationResult run(Labelled labelled, boolean configuredOnly) {
    TruthFile truth = TruthFile.read(labelled.truth());
    TruthFile kinds = labelled.kinds() == null ? null : TruthFile.readKinds(labelled.kinds());
    WantedPages pages =
        new WantedPages(new PageFeatureReader(config), truth.urls(), listener::note);
    pages.read(labelled.pages(), config.page().maxBytes(), listener::read);
    List<TruthPair> pairs = pairs(labelled, truth, pages);
    if (kinds != null) {
      pairs = TruthPair.withKinds(pairs, kinds.knownPairs(pages::find));
    }
    return evaluate(half(labelled, pairs), pages.byUrl(), configuredOnly);
  }

  private List<TruthPair> pairs(Labelled labelled, TruthFile truth, WantedPages pages) {
    if (!labelled.skipUnknown()) {
      return truth.pairs(pages::find);
    }
    List<TruthPair> known = truth.knownPairs(pages::find);
    long unknown = truth.urls().stream().filter(url -> pages.find(url).isEmpty()).count();
    if (unknown > 0) {
      String those = unknown == 1 ? " page that is" : " pages that are";
      listener.note("skipped the pairs of " + unknown + those + " not among those read");
    }
    return known;
  }

  private static List<TruthPair> half(Labelled labelled, List<TruthPair> pairs) {
    List<TruthPair> half =
        switch (labelled.half()) {
          case ALL -> pairs;
          case CHOOSING -> TruthHalves.of(pairs, labelled.seed()).choosing();
          case REPORTING -> TruthHalves.of(pairs, labelled.seed()).reporting();
        };
    if (half.isEmpty()) {
      throw new SieveException(
          "there are no pairs to measure on among the " + pairs.size() + " of known pages");
    }
    return half;
  }

  private EvaluationResult evaluate(
      List<TruthPair> pairs, Map<String, PageFeatures> pages, boolean configuredOnly) {
    Map<String, PageFeatures> named = new LinkedHashMap<>();
    for (TruthPair pair : pairs) {
      named.put(pair.urlA(), pages.get(pair.urlA()));
      named.put(pair.urlB(), pages.get(pair.urlB()));
    }
    Evaluation.Configured configured = ConfiguredDetector.of(config);
    List<PairDetector> detectors =
        configuredOnly
            ? StreamDetectors.named(config.detector().name())
            : Evaluation.allDetectors(named.values());
    return Evaluation.run(
        named, pairs, detectors, configured, done -> listener.measured(done, detectors.size()));
  }
}
