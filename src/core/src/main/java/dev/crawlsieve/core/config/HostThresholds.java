package dev.crawlsieve.core.config;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Thresholds for the pages of a host. For each threshold, the stricter of this one and the
 * detector's own counts.
 *
 * @param given the thresholds that are not left to the detector; one with the {@linkplain
 *     Threshold#loosest() loosest} value is left to it
 */
public record HostThresholds(Map<Threshold, Double> given) {

  /** All thresholds are left to the detector. */
  public static final HostThresholds NONE = new HostThresholds(Map.of());

  public HostThresholds {
    Map<Threshold, Double> stricter = new EnumMap<>(Threshold.class);
    given.forEach(
        (threshold, value) -> {
          if (!threshold.isInRange(value)) {
            throw new IllegalArgumentException("a threshold out of its range");
          }
          if (value != threshold.loosest()) {
            stricter.put(threshold, value);
          }
        });
    given = Map.copyOf(stricter);
  }

  /**
   * {@return the stricter of a detector's threshold and the host's}
   *
   * @param threshold the threshold
   * @param own the detector's value
   */
  public double stricter(Threshold threshold, double own) {
    double host = given.getOrDefault(threshold, own);
    return threshold.loosest() > threshold.strictest() ? Math.min(own, host) : Math.max(own, host);
  }

  /**
   * {@return the thresholds that are not left to the detector, with the names of their settings}
   */
  public String text() {
    return Arrays.stream(Threshold.values())
        .filter(given::containsKey)
        .map(one -> one.setting() + "=" + one.text(stricter(one, one.loosest())))
        .collect(Collectors.joining(" "));
  }
}
