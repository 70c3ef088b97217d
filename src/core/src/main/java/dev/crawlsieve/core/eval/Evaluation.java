package dev.crawlsieve.core.eval;

import dev.crawlsieve.core.eval.PrecisionRecallCurve.Scored;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntConsumer;

/** Measures detectors against labelled pairs. */
public final class Evaluation {

  /** Numbers of rotations reported, for {@value #ROTATION_K} bits. */
  private static final int[] ROTATIONS = {1, 2, 4, 8, 16, 32, 64};

  private static final int ROTATION_K = 3;
  private static final int SUPER_SHINGLES = 6;

  private final Map<String, PageFeatures> pages;
  private final List<TruthPair> truth;

  private Evaluation(Map<String, PageFeatures> pages, List<TruthPair> truth) {
    this.pages = pages;
    this.truth = truth;
  }

  /**
   * A detector at the threshold that the stream is configured to use.
   *
   * @param detector need not be among the others
   * @param threshold need not be among the detector's
   * @param shingles from which its features are made
   */
  public record Configured(PairDetector detector, Threshold threshold, Shingles shingles) {

    /** Whether it considers two pages near-duplicates. */
    public boolean matches(PageFeatures a, PageFeatures b) {
      return threshold.isReached(detector.score(a, b));
    }
  }

  /** The detectors of the stream, then the textbook ones. */
  public static List<PairDetector> allDetectors(Collection<PageFeatures> pages) {
    List<PairDetector> all = new ArrayList<>(StreamDetectors.all());
    all.addAll(Baselines.all(pages));
    return all;
  }

  /**
   * Measures detectors.
   *
   * @param pages by URL, including every page of the pairs
   * @param truth the labelled pairs
   * @param detectors what to measure
   * @param configured what the stream is configured to use; its row comes first
   * @param measured called after each detector with the number done
   */
  public static EvaluationResult run(
      Map<String, PageFeatures> pages,
      List<TruthPair> truth,
      List<PairDetector> detectors,
      Configured configured,
      IntConsumer measured) {
    Evaluation evaluation = new Evaluation(pages, truth);
    List<EvaluationRow> rows = new ArrayList<>();
    List<PrecisionRecallCurve> curves = new ArrayList<>();
    double[] scores = evaluation.scores(configured.detector());
    rows.add(evaluation.row(configured.detector(), configured.threshold(), scores, true));
    // One detector at a time, since a page caches only its last shingles.
    for (PairDetector detector : detectors) {
      double[] ofPairs = evaluation.scores(detector);
      for (Threshold threshold : detector.thresholds()) {
        if (!isSame(configured, detector, threshold)) {
          rows.add(evaluation.row(detector, threshold, ofPairs, false));
        }
      }
      curves.add(PrecisionRecallCurve.of(detector, evaluation.scored(ofPairs)));
      measured.accept(curves.size());
    }
    return new EvaluationResult(
        pages.size(),
        truth.size(),
        rows,
        curves,
        evaluation.superShingles(),
        evaluation.rotations(),
        SketchError.of(pages, truth, configured.shingles()));
  }

  private static boolean isSame(Configured configured, PairDetector detector, Threshold threshold) {
    return configured.detector().name().equals(detector.name())
        && configured.detector().settings().equals(detector.settings())
        && configured.threshold().equals(threshold);
  }

  private double[] scores(PairDetector detector) {
    return truth.stream()
        .mapToDouble(p -> detector.score(pages.get(p.urlA()), pages.get(p.urlB())))
        .toArray();
  }

  private List<Scored> scored(double[] scores) {
    List<Scored> scored = new ArrayList<>(scores.length);
    for (int i = 0; i < scores.length; i++) {
      scored.add(new Scored(scores[i], truth.get(i).label()));
    }
    return scored;
  }

  private EvaluationRow row(
      PairDetector detector, Threshold threshold, double[] scores, boolean isDefault) {
    Counts all = Counts.NONE;
    Counts sameHost = Counts.NONE;
    Counts crossHost = Counts.NONE;
    Map<String, KindCount> kinds = new TreeMap<>();
    for (int i = 0; i < scores.length; i++) {
      TruthPair pair = truth.get(i);
      boolean matches = threshold.isReached(scores[i]);
      all = all.with(pair.label(), matches);
      if (pages.get(pair.urlA()).host().equals(pages.get(pair.urlB()).host())) {
        sameHost = sameHost.with(pair.label(), matches);
      } else {
        crossHost = crossHost.with(pair.label(), matches);
      }
      if (!pair.kind().isEmpty()) {
        // A kind whose pairs have several labels counts as one kind per label.
        KindCount one = new KindCount(pair.kind(), pair.label(), matches ? 1 : 0, 1);
        kinds.merge(pair.kind() + " " + pair.label().sign(), one, Evaluation::sum);
      }
    }
    return new EvaluationRow(
        detector.name(),
        detector.settings(),
        threshold,
        isDefault,
        all,
        sameHost,
        crossHost,
        List.copyOf(kinds.values()));
  }

  private static KindCount sum(KindCount a, KindCount b) {
    return new KindCount(a.kind(), a.label(), a.matched() + b.matched(), a.pairs() + b.pairs());
  }

  private List<SuperShingleRow> superShingles() {
    SuperShingleRow[] rows = new SuperShingleRow[SUPER_SHINGLES + 1];
    Arrays.setAll(rows, agreeing -> new SuperShingleRow(agreeing, 0, 0, 0));
    for (TruthPair pair : truth) {
      int agreeing = pages.get(pair.urlA()).superShingles(pages.get(pair.urlB()));
      rows[agreeing] = rows[agreeing].with(pair.label());
    }
    return List.of(rows);
  }

  private List<RotationRecall> rotations() {
    long[] simhashes =
        pages.values().stream()
            .filter(PageFeatures::hasTokens)
            .mapToLong(PageFeatures::simhash)
            .toArray();
    return RotatedSort.recalls(simhashes, Long.SIZE, ROTATION_K, ROTATIONS);
  }
}
