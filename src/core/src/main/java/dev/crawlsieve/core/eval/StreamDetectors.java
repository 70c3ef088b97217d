package dev.crawlsieve.core.eval;

import static dev.crawlsieve.core.eval.PairDetector.ofTexts;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.index.Detector;
import dev.crawlsieve.core.index.Nearness;
import java.util.ArrayList;
import java.util.List;

/**
 * The detectors of the stream, on SimHash and sketch.
 *
 * <p>They judge a pair as the stream's verifier does once the pair is a candidate. They are
 * combined with {@link PairDetector#and}, {@link PairDetector#or} and {@link Rule}.
 */
public final class StreamDetectors {

  private StreamDetectors() {}

  /**
   * The detector of the settings at its thresholds, which runs the stream's own code: whether a
   * page finds the other if that is the only leader, including the exact match.
   */
  public static PairDetector configured(DetectorSettings settings) {
    Detector detector = Detector.of(settings);
    return new PairDetector(
        settings.name(),
        "as configured",
        List.of(new Threshold(thresholds(settings), 1)),
        (a, b) -> StreamAgreement.matches(detector, a.record(), b.record()) ? 1 : 0);
  }

  private static String thresholds(DetectorSettings settings) {
    String hamming = "hamming <= " + settings.maxDistance();
    String estimate =
        "estimate >= " + settings.minSimilarity() + " by bands of recall " + settings.recall();
    String similar =
        switch (settings.kind()) {
          case SIMHASH -> hamming;
          case SKETCH -> estimate;
          case SUPERSHINGLE -> "agreeing >= " + settings.minAgreeing();
          case COMBINED ->
              estimate + ", or " + hamming + " and estimate >= " + settings.confirmingSimilarity();
        };
    return settings.comparesNames()
        ? similar + "; alike >= " + settings.names().alikeSimilarity()
        : similar;
  }

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
        Fingerprint.SKETCH_SIZE + " min-hashes",
        Threshold.atLeast(
            "estimate", 0.3, 0.4, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 1.0),
        (a, b) -> mayBeRelated(a, b) ? a.estimate(b) : Double.NEGATIVE_INFINITY);
  }

  /** Super-shingles: at least n of 6 agree (Fetterly, Manasse, Najork 2003). */
  public static PairDetector superShingle() {
    return ofTexts(
        "supershingle",
        "6 of 14 min-hashes",
        Threshold.atLeast("agreeing", 1, 2, 3, 4, 5, 6),
        (a, b) -> mayBeRelated(a, b) ? a.superShingles(b) : Double.NEGATIVE_INFINITY);
  }

  private static boolean mayBeRelated(PageFeatures a, PageFeatures b) {
    return Hamming.distance(a.simhash(), b.simhash()) <= Nearness.MOST_DISTANCE;
  }

  private static Rule hamming(int k) {
    return simhash().at(Threshold.atMost("hamming", k).get(0));
  }

  /** All of them with their usual thresholds, as used by the stream. */
  public static List<PairDetector> all() {
    List<PairDetector> detectors = new ArrayList<>(List.of(simhash(), sketch(), superShingle()));
    // SimHash and sketch err on different pages (Henzinger 2006). Either is enough:
    detectors.add(sketch().or("combined", hamming(3)));
    // as in the stream, the sketch must confirm what the SimHash says:
    Rule confirmed = sketch().at(Threshold.atLeast("estimate", 0.6).get(0));
    for (int k : new int[] {3, 6, 10}) {
      detectors.add(sketch().or("combined", hamming(k).and(confirmed)));
    }
    // or both must agree, the SimHash within a wide distance
    for (int k : new int[] {6, 10, 16}) {
      detectors.add(sketch().and("combined", hamming(k)));
    }
    return detectors.stream().map(PairDetector::inStream).toList();
  }

  /** Those with this name. */
  public static List<PairDetector> named(String name) {
    return all().stream().filter(detector -> detector.name().equals(name)).toList();
  }
}
