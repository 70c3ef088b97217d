package dev.crawlsieve.core.eval;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Precision against recall of one detector over all thresholds.
 *
 * @param detector its name
 * @param settings its settings, except thresholds
 * @param averagePrecision the mean precision over the steps of recall, 0 to 1
 * @param points by ascending recall, at most about 200
 */
public record PrecisionRecallCurve(
    String detector, String settings, double averagePrecision, List<Point> points) {

  private static final int MOST_POINTS = 200;

  /**
   * One threshold.
   *
   * @param score the lowest score that matches
   * @param precision 0 to 1
   * @param recall 0 to 1
   */
  public record Point(double score, double precision, double recall) {}

  /** A pair with its score. */
  record Scored(double score, Label label) {}

  public PrecisionRecallCurve {
    points = List.copyOf(points);
  }

  /** The curve of scored pairs; undecided pairs and those that never match give no points. */
  static PrecisionRecallCurve of(PairDetector detector, List<Scored> pairs) {
    long duplicates = pairs.stream().filter(p -> p.label() == Label.DUPLICATE).count();
    List<Scored> sorted =
        pairs.stream()
            .filter(p -> p.label() != Label.UNDECIDED && p.score() > Double.NEGATIVE_INFINITY)
            .sorted(Comparator.comparingDouble(Scored::score).reversed())
            .toList();
    List<Point> points = new ArrayList<>();
    double average = 0;
    double lastRecall = 0;
    int hits = 0;
    for (int i = 0; i < sorted.size(); i++) {
      hits += sorted.get(i).label() == Label.DUPLICATE ? 1 : 0;
      // Pairs with equal scores match together: there is no point between them.
      if (i + 1 < sorted.size() && sorted.get(i + 1).score() == sorted.get(i).score()) {
        continue;
      }
      double precision = hits / (i + 1.0);
      double recall = duplicates == 0 ? 0 : (double) hits / duplicates;
      average += precision * (recall - lastRecall);
      lastRecall = recall;
      points.add(new Point(sorted.get(i).score(), precision, recall));
    }
    return new PrecisionRecallCurve(detector.name(), detector.settings(), average, thinned(points));
  }

  /** Points at least one step apart, with the first and the last. */
  private static List<Point> thinned(List<Point> points) {
    List<Point> kept = new ArrayList<>();
    Point last = null;
    for (int i = 0; i < points.size(); i++) {
      Point point = points.get(i);
      if (last == null || i == points.size() - 1 || apart(last, point)) {
        kept.add(point);
        last = point;
      }
    }
    return kept;
  }

  private static boolean apart(Point a, Point b) {
    return Math.abs(a.recall() - b.recall()) + Math.abs(a.precision() - b.precision())
        >= 2.0 / MOST_POINTS;
  }
}
