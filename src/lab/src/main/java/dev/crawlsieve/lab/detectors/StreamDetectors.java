package dev.crawlsieve.lab.detectors;

import static java.lang.Double.NEGATIVE_INFINITY;
import static java.lang.Double.POSITIVE_INFINITY;

import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.index.Nearness;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The detectors of the stream on SimHash and sketch, without names, at many thresholds. */
final class StreamDetectors {

  private static final double[] SIMILARITIES = {
    0.3, 0.4, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 1.0
  };

  /** What a sketch must confirm if the SimHashes are close. */
  private static final double CONFIRMING = 0.6;

  private StreamDetectors() {}

  static List<PairDetector> all() {
    List<PairDetector> all = new ArrayList<>();
    // at most k of 64 bits differ (Manku, Jain, Das Sarma 2007)
    all.add(
        of(
            "simhash",
            "64 bits",
            Threshold.atMost("hamming", 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
            near -> -near.distance()));
    // the estimated resemblance is at least τ (Broder 1997)
    all.add(sketch("sketch", "", StreamDetectors::estimate));
    // at least n of 6 agree (Fetterly, Manasse, Najork 2003)
    all.add(
        of(
            "supershingle",
            "6 of 14 min-hashes",
            Threshold.atLeast("agreeing", 1, 2, 3, 4, 5, 6),
            near -> related(near) ? near.agreeing() : NEGATIVE_INFINITY));
    // SimHash and sketch err on different pages (Henzinger 2006). Either is enough:
    all.add(combined("or hamming <= 3", 3, 0));
    // as in the stream, the sketch must confirm what the SimHash says:
    for (int k : new int[] {3, 6, 10}) {
      all.add(combined("or hamming <= " + k + " and estimate >= " + CONFIRMING, k, CONFIRMING));
    }
    // or both must agree, the SimHash within a wide distance
    for (int k : new int[] {6, 10, 16}) {
      all.add(
          sketch(
              "combined",
              ", and hamming <= " + k,
              near -> near.distance() <= k ? estimate(near) : NEGATIVE_INFINITY));
    }
    return all;
  }

  private static PairDetector combined(String settings, int k, double confirming) {
    return sketch(
        "combined",
        ", " + settings,
        near ->
            near.distance() <= k && estimate(near) >= confirming
                ? POSITIVE_INFINITY
                : estimate(near));
  }

  private static PairDetector sketch(String name, String more, ToDoubleFunction<Nearness> score) {
    return of(
        name,
        Fingerprint.SKETCH_SIZE + " min-hashes" + more,
        Threshold.atLeast("estimate", SIMILARITIES),
        score);
  }

  private static double estimate(Nearness near) {
    return related(near) ? near.similarity() : NEGATIVE_INFINITY;
  }

  private static boolean related(Nearness near) {
    return near.distance() <= Nearness.MOST_DISTANCE;
  }

  /** After the exact match, and only for texts that are long enough. */
  private static PairDetector of(
      String name, String settings, List<Threshold> thresholds, ToDoubleFunction<Nearness> score) {
    return new PairDetector(
        name,
        settings + ", after exact match",
        thresholds,
        (a, b) -> {
          if (a.record().sameContent(b.record())) {
            return POSITIVE_INFINITY;
          }
          boolean eligible = a.record().nearEligible() && b.record().nearEligible();
          return eligible ? score.applyAsDouble(a.nearness(b)) : NEGATIVE_INFINITY;
        });
  }
}
