package dev.crawlsieve.eval;

import static dev.crawlsieve.eval.ScoringDetector.ofTexts;

import java.util.ArrayList;
import java.util.List;

/**
 * The detectors of the stream, on SimHash and sketch.
 *
 * <p>They judge a pair as the stream's verifier does once the pair is a candidate. Combinations are
 * made with {@link PairDetector#and}, {@link PairDetector#or} and {@link Rule}.
 */
public final class StreamDetectors {

  private StreamDetectors() {}

  /** SimHash: at most k of 64 bits differ, for k = 0 to 10 (Manku, Jain, Das Sarma 2007). */
  public static PairDetector simhash() {
    return ofTexts(
        "simhash",
        "64 bits",
        Threshold.atMost("hamming", 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
        (a, b) -> -Hamming.distance(a.simhash(), b.simhash()));
  }

  /** Sketch: the estimated resemblance is at least τ (Broder 1997). */
  public static PairDetector sketch() {
    return ofTexts(
        "sketch",
        MinHashes.SIZE + " min-hashes",
        Threshold.atLeast(
            "estimate", 0.3, 0.4, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 1.0),
        (a, b) -> MinHashes.resemblance(a.sketch(), b.sketch()));
  }

  /** Super-shingles: at least n of 6 agree (Fetterly, Manasse, Najork 2003). */
  public static PairDetector superShingle() {
    return ofTexts(
        "supershingle",
        "6 of 14 min-hashes",
        Threshold.atLeast("agreeing", 1, 2, 3, 4, 5, 6),
        (a, b) -> MinHashes.superShingles(a.sketch(), b.sketch()));
  }

  /**
   * The combined rule: the estimate is at least τ and the SimHashes are within a wide distance, as
   * the two err on different pages (Henzinger 2006).
   *
   * @param k largest Hamming distance, bits
   */
  public static PairDetector sketchWithinHamming(int k) {
    return sketch().and("combined", hamming(k));
  }

  /**
   * The union of both: the estimate is at least τ or the SimHashes are within k.
   *
   * @param k largest Hamming distance, bits
   */
  public static PairDetector sketchOrHamming(int k) {
    return sketch().or("combined", hamming(k));
  }

  private static Rule hamming(int k) {
    return simhash().at(Threshold.atMost("hamming", k).get(0));
  }

  /** All of them with their usual thresholds, as the stream asks them. */
  public static List<PairDetector> all() {
    List<PairDetector> detectors = new ArrayList<>(List.of(simhash(), sketch(), superShingle()));
    for (int k : new int[] {3, 6}) {
      detectors.add(sketchOrHamming(k));
    }
    for (int k : new int[] {6, 10, 16}) {
      detectors.add(sketchWithinHamming(k));
    }
    return detectors.stream().map(PairDetector::inStream).toList();
  }
}
