package dev.crawlsieve.core.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Thresholds for the pages of a host: of these and the detector's own, the stricter ones count.
 *
 * @param maxDistance in bits, 0 to 64; 64 leaves the detector's
 * @param minSimilarity estimated Jaccard similarity, in [0, 1]; 0 leaves the detector's
 * @param minAgreeing equal super-shingles, 0 to 6; 0 leaves the detector's
 * @param confirmingSimilarity estimated Jaccard similarity of two pages within the distance, in [0,
 *     1]; 0 leaves the detector's
 * @param alikeSimilarity estimated Jaccard similarity of two pages whose names are alike, in [0,
 *     1]; 0 leaves the detector's
 */
public record HostThresholds(
    int maxDistance,
    double minSimilarity,
    int minAgreeing,
    double confirmingSimilarity,
    double alikeSimilarity) {

  /** The detector's own. */
  public static final HostThresholds NONE = new HostThresholds(64, 0, 0, 0, 0);

  public HostThresholds {
    if (maxDistance < 0
        || maxDistance > 64
        || !isShare(minSimilarity)
        || minAgreeing < 0
        || minAgreeing > 6
        || !isShare(confirmingSimilarity)
        || !isShare(alikeSimilarity)) {
      throw new IllegalArgumentException("a threshold out of its range");
    }
  }

  /** {@return those that are not left to the detector, by the names of its settings} */
  public String text() {
    List<String> given = new ArrayList<>();
    if (maxDistance < NONE.maxDistance) {
      given.add("simhash.max.distance=" + maxDistance);
    }
    Map<String, Number> others = new LinkedHashMap<>();
    others.put("sketch.min.similarity", minSimilarity);
    others.put("supershingle.min.agreeing", minAgreeing);
    others.put("combined.min.similarity", confirmingSimilarity);
    others.put(NameThresholds.ALIKE, alikeSimilarity);
    others.values().removeIf(value -> value.doubleValue() == 0);
    others.forEach((name, value) -> given.add(name + "=" + value));
    return String.join(" ", given);
  }

  private static boolean isShare(double value) {
    return value >= 0 && value <= 1;
  }
}
