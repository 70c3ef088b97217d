package dev.crawlsieve.lab.detectors;

import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.index.Nearness;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;

/**
 * A way to decide whether two pages are near-duplicates: a score and thresholds.
 *
 * @param unit what is compared with a threshold, ending with {@code >=} or {@code <=}
 * @param score symmetric; an infinite one matches at every threshold, NaN at none
 */
record PairDetector(
    String name,
    String settings,
    String unit,
    List<Double> thresholds,
    ToDoubleBiFunction<DetectorPage, DetectorPage> score) {

  private static final List<Double> SIMILARITIES =
      List.of(0.3, 0.4, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 0.98);

  private static final List<Double> BITS = List.of(0d, 1d, 2d, 3d, 4d, 5d, 6d, 7d, 8d, 9d, 10d);

  /** What a sketch must confirm if the SimHashes are close. */
  private static final double CONFIRMING = 0.6;

  private static final String SKETCH = Fingerprint.SKETCH_SIZE + " min-hashes";

  /** Those of the stream on SimHash and sketch, without names, and textbook ones. */
  static final List<PairDetector> ALL =
      List.of(
          // at most k of 64 bits differ (Manku, Jain, Das Sarma 2007)
          near("simhash", "64 bits", "hamming <=", BITS, Nearness::distance),
          // the estimated resemblance is at least τ (Broder 1997)
          near("sketch", SKETCH, "estimate >=", SIMILARITIES, PairDetector::estimate),
          // at least n of 6 agree (Fetterly, Manasse, Najork 2003)
          near(
              "supershingle",
              "6 of 14 min-hashes",
              "agreeing >=",
              List.of(1d, 2d, 3d, 4d, 5d, 6d),
              near -> related(near) ? near.agreeing() : Double.NaN),
          // they err on different pages (Henzinger 2006), so the sketch confirms a close SimHash
          combined(3),
          combined(6),
          combined(10),
          exact("of body", DetectorPage::body),
          exact("of text", page -> page.features().text()),
          ofTexts("jaccard", "3 words", (a, b) -> a.shingles().resemblance(b.shingles())),
          ofTexts(
              "containment",
              "3 words, of the smaller",
              (a, b) -> Math.max(contained(a, b), contained(b, a))),
          ofTexts(
              "containment",
              "3 words, both ways",
              (a, b) -> Math.min(contained(a, b), contained(b, a))),
          ofTexts("cosine", "tf", DetectorPage::cosine));

  boolean matches(double value, double threshold) {
    return unit.endsWith("<=") ? value <= threshold : value >= threshold;
  }

  /** A threshold in the field's notation, such as {@code hamming <= 3}. */
  String text(double threshold) {
    return unit + " " + BigDecimal.valueOf(threshold).stripTrailingZeros().toPlainString();
  }

  private static PairDetector combined(int bits) {
    return near(
        "combined",
        SKETCH + ", or hamming <= " + bits + " and estimate >= " + CONFIRMING,
        "estimate >=",
        SIMILARITIES,
        near ->
            near.distance() <= bits && estimate(near) >= CONFIRMING
                ? Double.POSITIVE_INFINITY
                : estimate(near));
  }

  private static double estimate(Nearness near) {
    return related(near) ? near.similarity() : Double.NaN;
  }

  private static boolean related(Nearness near) {
    return near.distance() <= Nearness.MOST_DISTANCE;
  }

  private static double contained(DetectorPage a, DetectorPage b) {
    return a.shingles().containment(b.shingles());
  }

  /** After the exact match, and only for texts that are long enough. */
  private static PairDetector near(
      String name,
      String settings,
      String unit,
      List<Double> thresholds,
      ToDoubleFunction<Nearness> score) {
    double exact = unit.endsWith("<=") ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    return new PairDetector(
        name,
        settings + ", after exact match",
        unit,
        thresholds,
        (a, b) -> {
          if (a.features().record().sameContent(b.features().record())) {
            return exact;
          }
          boolean eligible =
              a.features().record().nearEligible() && b.features().record().nearEligible();
          return eligible ? score.applyAsDouble(a.nearness(b)) : Double.NaN;
        });
  }

  private static PairDetector exact(String settings, Function<DetectorPage, String> of) {
    return new PairDetector(
        "exact",
        settings,
        "equal >=",
        List.of(1d),
        (a, b) -> of.apply(a).equals(of.apply(b)) ? 1 : 0);
  }

  /** A detector that never matches a page without text. */
  private static PairDetector ofTexts(
      String name, String settings, ToDoubleBiFunction<DetectorPage, DetectorPage> score) {
    return new PairDetector(
        name,
        settings,
        "similarity >=",
        SIMILARITIES,
        (a, b) ->
            a.features().tokens().isEmpty() || b.features().tokens().isEmpty()
                ? Double.NaN
                : score.applyAsDouble(a, b));
  }
}
