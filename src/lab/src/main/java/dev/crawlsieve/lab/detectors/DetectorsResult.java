package dev.crawlsieve.lab.detectors;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.index.Nearness;
import dev.crawlsieve.measure.eval.Counts;
import dev.crawlsieve.measure.eval.TruthPair;
import dev.crawlsieve.measure.report.Figures;
import dev.crawlsieve.measure.report.TextTable;
import dev.crawlsieve.tool.terminal.LabelledOptions.Labelled;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * How well detectors agree with labelled pairs, under its names in JSON.
 *
 * @param results each detector at each threshold
 * @param sketchError of the sketches' estimates against the exact resemblances
 */
record DetectorsResult(int pages, int pairs, List<Row> results, SketchError sketchError) {

  /** A detector at a threshold. */
  record Row(String detector, String settings, String threshold, @JsonUnwrapped Counts counts) {}

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
        measuring.sketchError(shingling));
  }

  private record Measuring(List<TruthPair> truth, Map<String, DetectorPage> pages) {

    List<Row> rows(PairDetector detector) {
      double[] scores = truth.stream().mapToDouble(p -> detector.score(a(p), b(p))).toArray();
      List<Row> rows = new ArrayList<>();
      for (Threshold threshold : detector.thresholds()) {
        Counts counts = Counts.NONE;
        for (int i = 0; i < scores.length; i++) {
          counts = counts.with(truth.get(i).label(), threshold.isReached(scores[i]), 0);
        }
        rows.add(new Row(detector.name(), detector.settings(), threshold.text(), counts));
      }
      return rows;
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
      return Objects.requireNonNull(pages.get(pair.urlA()));
    }

    private DetectorPage b(TruthPair pair) {
      return Objects.requireNonNull(pages.get(pair.urlB()));
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
    return "%s of %s\n\n%s\nsketches err by %s, in theory by %s"
        .formatted(
            Figures.count(pairs, "labelled pair"),
            Figures.count(pages, "page"),
            detectors.text(),
            Figures.ratio(sketchError.measured()),
            Figures.ratio(sketchError.theoretical()));
  }
}
