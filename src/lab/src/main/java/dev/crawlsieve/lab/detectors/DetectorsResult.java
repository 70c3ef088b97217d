package dev.crawlsieve.lab.detectors;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.crawlsieve.core.eval.Counts;
import dev.crawlsieve.core.eval.Label;
import dev.crawlsieve.core.eval.TruthPair;
import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.index.Nearness;
import dev.crawlsieve.core.report.Figures;
import dev.crawlsieve.core.report.TextTable;
import dev.crawlsieve.tool.evaluate.LabelledOptions.Labelled;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * How well detectors agree with labelled pairs, under its names in JSON.
 *
 * @param results each detector at each threshold
 * @param superShingles pairs by agreeing super-shingles, 0 to 6 (Henzinger 2006, table 2)
 * @param sketchError of the sketches' estimates against the exact resemblances
 */
record DetectorsResult(
    int pages,
    int pairs,
    List<Row> results,
    List<Agreeing> superShingles,
    SketchError sketchError) {

  private static final int SUPER_SHINGLES = 6;

  /** Shares of correct pairs of 1,910 that Henzinger reports for 2 to 6 agreeing. */
  private static final List<String> HENZINGER =
      List.of("", "", "0.24", "0.42", "0.55", "0.71", "0.85");

  /** A detector at a threshold. */
  record Row(String detector, String settings, String threshold, @JsonUnwrapped Counts counts) {}

  /** The labels of the pairs whose sketches agree on a number of super-shingles. */
  record Agreeing(int agreeing, int duplicates, int different, int undecided) {

    /** The share of near-duplicates among all, undecided ones included; NaN if there is none. */
    @JsonProperty
    double correct() {
      return (double) duplicates / (duplicates + different + undecided);
    }
  }

  /**
   * The root mean square error of the sketches' estimates over the pairs whose resemblance J is
   * neither 0 nor 1, and the one that theory predicts, the root of the mean of J(1 − J) / 84.
   */
  record SketchError(int pairs, double measured, double theoretical) {}

  static DetectorsResult of(Labelled<DetectorPage> labelled, Shingles shingling) {
    List<TruthPair> truth = labelled.pairs();
    Map<String, DetectorPage> pages = new LinkedHashMap<>(labelled.pages());
    pages.keySet().retainAll(truth.stream().flatMap(pair -> pair.urls().stream()).toList());
    Measuring measuring = new Measuring(truth, pages);
    List<PairDetector> detectors = new ArrayList<>(StreamDetectors.all());
    detectors.addAll(Baselines.all(pages.values()));
    return new DetectorsResult(
        pages.size(),
        truth.size(),
        // one after the other, since a page caches only its last shingles
        detectors.stream().flatMap(detector -> measuring.rows(detector).stream()).toList(),
        IntStream.rangeClosed(0, SUPER_SHINGLES).mapToObj(measuring::agreeing).toList(),
        measuring.sketchError(shingling));
  }

  private record Measuring(List<TruthPair> truth, Map<String, DetectorPage> pages) {

    List<Row> rows(PairDetector detector) {
      double[] scores = truth.stream().mapToDouble(p -> detector.score(a(p), b(p))).toArray();
      List<Row> rows = new ArrayList<>();
      for (Threshold threshold : detector.thresholds()) {
        Counts counts = Counts.NONE;
        for (int i = 0; i < scores.length; i++) {
          counts = counts.with(truth.get(i).label(), threshold.isReached(scores[i]));
        }
        rows.add(new Row(detector.name(), detector.settings(), threshold.text(), counts));
      }
      return rows;
    }

    Agreeing agreeing(int agreeing) {
      Collection<TruthPair> such =
          truth.stream()
              .filter(p -> Math.max(0, a(p).nearness(b(p)).agreeing()) == agreeing)
              .toList();
      return new Agreeing(
          agreeing,
          count(such, Label.DUPLICATE),
          count(such, Label.DIFFERENT),
          count(such, Label.UNDECIDED));
    }

    private static int count(Collection<TruthPair> pairs, Label label) {
      return (int) pairs.stream().filter(pair -> pair.label() == label).count();
    }

    SketchError sketchError(Shingles shingling) {
      int pairs = 0;
      double squares = 0;
      double variances = 0;
      for (TruthPair pair : truth) {
        double exact = a(pair).shingles(shingling).resemblance(b(pair).shingles(shingling));
        Nearness nearness = a(pair).nearness(b(pair));
        if (exact > 0 && exact < 1 && nearness.equal() >= 0) {
          pairs++;
          squares += Math.pow(nearness.similarity() - exact, 2);
          variances += exact * (1 - exact) / Fingerprint.SKETCH_SIZE;
        }
      }
      int n = Math.max(1, pairs);
      return new SketchError(pairs, Math.sqrt(squares / n), Math.sqrt(variances / n));
    }

    private DetectorPage a(TruthPair pair) {
      return pages.get(pair.urlA());
    }

    private DetectorPage b(TruthPair pair) {
      return pages.get(pair.urlB());
    }
  }

  /** Each detector at its best F1, and what was counted besides. */
  String text() {
    Map<String, Row> best = new LinkedHashMap<>();
    for (Row row : results) {
      best.merge(
          row.detector() + row.settings(),
          row,
          (a, b) -> b.counts().f1() > a.counts().f1() ? b : a);
    }
    TextTable detectors =
        new TextTable(3)
            .row("detector", "settings", "at its best F1", "precision", "recall", "F1", "?");
    for (Row row : best.values()) {
      detectors.row(
          row.detector(),
          row.settings(),
          row.threshold(),
          Figures.ratio(row.counts().precision()),
          Figures.ratio(row.counts().recall()),
          Figures.ratio(row.counts().f1()),
          row.counts().undecidedMatched() + "/" + row.counts().undecided());
    }
    TextTable agreeing = new TextTable().row("super-shingles", "1", "0", "?", "correct", "2006");
    for (Agreeing row : superShingles) {
      agreeing.row(
          Integer.toString(row.agreeing()),
          Integer.toString(row.duplicates()),
          Integer.toString(row.different()),
          Integer.toString(row.undecided()),
          Figures.ratio(row.correct()),
          HENZINGER.get(row.agreeing()));
    }
    return "%s of %s\n\n%s\n%s\nsketches err by %s, in theory by %s"
        .formatted(
            Figures.count(pairs, "labelled pair"),
            Figures.count(pages, "page"),
            detectors.text(),
            agreeing.text(),
            Figures.ratio(sketchError.measured()),
            Figures.ratio(sketchError.theoretical()));
  }
}
