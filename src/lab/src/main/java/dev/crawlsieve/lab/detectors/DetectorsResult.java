package dev.crawlsieve.lab.detectors;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.crawlsieve.core.fingerprint.Fingerprint;
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
import java.util.function.ToDoubleBiFunction;

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

  static DetectorsResult of(Labelled<DetectorPage> labelled) {
    List<TruthPair> truth = labelled.pairs();
    long pages = truth.stream().flatMap(pair -> pair.urls().stream()).distinct().count();
    List<Row> rows = new ArrayList<>();
    for (PairDetector detector : PairDetector.ALL) {
      double[] scores =
          truth.stream()
              .mapToDouble(pair -> score(detector.score(), labelled.pages(), pair))
              .toArray();
      for (double threshold : detector.thresholds()) {
        Counts counts = Counts.NONE;
        for (int i = 0; i < scores.length; i++) {
          counts = counts.with(truth.get(i).label(), detector.matches(scores[i], threshold), 0);
        }
        rows.add(new Row(detector.name(), detector.settings(), detector.text(threshold), counts));
      }
    }
    return new DetectorsResult((int) pages, truth.size(), rows, sketchError(labelled));
  }

  private static double score(
      ToDoubleBiFunction<DetectorPage, DetectorPage> of,
      Map<String, DetectorPage> pages,
      TruthPair pair) {
    return of.applyAsDouble(
        Objects.requireNonNull(pages.get(pair.urlA())),
        Objects.requireNonNull(pages.get(pair.urlB())));
  }

  private static SketchError sketchError(Labelled<DetectorPage> labelled) {
    int pairs = 0;
    double squares = 0;
    double variances = 0;
    for (TruthPair pair : labelled.pairs()) {
      double exact =
          score((a, b) -> a.shingles().resemblance(b.shingles()), labelled.pages(), pair);
      double error =
          score(
              (a, b) -> a.nearness(b).equal() < 0 ? Double.NaN : a.nearness(b).similarity() - exact,
              labelled.pages(),
              pair);
      if (exact > 0 && exact < 1 && !Double.isNaN(error)) {
        pairs++;
        squares += error * error;
        variances += exact * (1 - exact) / Fingerprint.SKETCH_SIZE;
      }
    }
    int n = Math.max(1, pairs);
    return new SketchError(pairs, Math.sqrt(squares / n), Math.sqrt(variances / n));
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
