package dev.crawlsieve.stream.replay;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.index.Detector;
import dev.crawlsieve.core.index.Nearness;
import dev.crawlsieve.core.verdict.Evidence;
import dev.crawlsieve.core.verdict.Verdict;
import java.util.Map;
import java.util.TreeMap;

/**
 * What each detector, at its configured thresholds, says about a dropped page and the page it
 * copies.
 */
public final class DetectorOpinions {

  private final DetectorSettings settings;

  public DetectorOpinions(DetectorSettings settings) {
    this.settings = settings;
  }

  /**
   * Whether each detector calls the two near-duplicates, by detector.
   *
   * @param verdict a verdict; for a kept page, which has no pair, the result is empty
   */
  public Map<String, Boolean> of(Verdict verdict) {
    Map<String, Boolean> opinions = new TreeMap<>();
    Evidence evidence = verdict.evidence();
    if (evidence == null) {
      return opinions;
    }
    double similarity = evidence.similarity();
    Nearness nearness =
        new Nearness(
            evidence.distance(),
            similarity < 0 ? -1 : (int) Math.round(similarity * Fingerprint.SKETCH_SIZE),
            evidence.agreeing(),
            evidence.identity(),
            (int) Math.round(evidence.contained() * Nearness.ALL));
    for (DetectorSettings.Kind kind : DetectorSettings.Kind.values()) {
      DetectorSettings of = settings.of(kind);
      opinions.put(of.name(), Detector.of(of).rank(nearness) != Detector.NO_MATCH);
    }
    return opinions;
  }
}
