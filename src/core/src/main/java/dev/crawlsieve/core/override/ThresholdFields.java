package dev.crawlsieve.core.override;

import com.fasterxml.jackson.databind.JsonNode;
import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.HostThresholds;
import dev.crawlsieve.core.config.NameThresholds;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;

/** Reads the thresholds of a host. They have the names of the settings that they make stricter. */
final class ThresholdFields {

  // A looser threshold could not be kept: tables are laid out for the detector's own, and would
  // miss some of what it allows.

  private static final String DISTANCE = "simhash.max.distance";
  private static final String SIMILARITY = "sketch.min.similarity";
  private static final String AGREEING = "supershingle.min.agreeing";
  private static final String CONFIRMING = "combined.min.similarity";

  /** What a threshold may be; shares are at most 1. */
  private record Bounds(double least, double most, boolean whole) {}

  private final DetectorSettings detector;
  private final SortedMap<String, String> used;
  private final Map<String, Bounds> bounds = new LinkedHashMap<>();

  /**
   * @param detector whose thresholds must not be relaxed
   */
  ThresholdFields(DetectorSettings detector) {
    this.detector = detector;
    this.used = detector.decisive();
    int most = used.containsKey(DISTANCE) ? detector.maxDistance() : 64;
    bounds.put(DISTANCE, new Bounds(0, most, true));
    bounds.put(SIMILARITY, atLeast(detector.minSimilarity(), SIMILARITY));
    int agreeing = used.containsKey(AGREEING) ? detector.minAgreeing() : 0;
    bounds.put(AGREEING, new Bounds(agreeing, 6, true));
    bounds.put(CONFIRMING, atLeast(detector.confirmingSimilarity(), CONFIRMING));
    bounds.put(
        NameThresholds.ALIKE, atLeast(detector.names().alikeSimilarity(), NameThresholds.ALIKE));
  }

  private Bounds atLeast(double share, String name) {
    return new Bounds(used.containsKey(name) ? share : 0, 1, false);
  }

  /**
   * The thresholds in an object, besides its host.
   *
   * @param field the object's name, for messages
   * @throws BadOverrideException if one is out of range or looser than the detector's, or the
   *     detector uses none of them
   */
  HostThresholds read(String field, JsonNode of) throws BadOverrideException {
    Map<String, Double> given = new HashMap<>();
    for (Map.Entry<String, JsonNode> one : of.properties()) {
      if (!one.getKey().equals("host")) {
        given.put(one.getKey(), value(field + "." + one.getKey(), one.getKey(), one.getValue()));
      }
    }
    if (Collections.disjoint(given.keySet(), used.keySet())) {
      throw new BadOverrideException(
          field + " has no threshold that the detector " + detector.name() + " uses");
    }
    double similarity = given.getOrDefault(SIMILARITY, 0.0);
    double confirming = given.getOrDefault(CONFIRMING, 0.0);
    ensureConfirms(field, similarity, confirming);
    return new HostThresholds(
        given.getOrDefault(DISTANCE, (double) HostThresholds.NONE.maxDistance()).intValue(),
        similarity,
        given.getOrDefault(AGREEING, 0.0).intValue(),
        confirming,
        given.getOrDefault(NameThresholds.ALIKE, 0.0));
  }

  private double value(String here, String name, JsonNode value) throws BadOverrideException {
    Bounds bound = bounds.get(name);
    if (bound == null) {
      throw new BadOverrideException(
          here + " is not a threshold, must be one of " + String.join(", ", bounds.keySet()));
    }
    boolean number = bound.whole() ? value.isInt() : value.isNumber();
    if (!number || !(value.doubleValue() >= bound.least() && value.doubleValue() <= bound.most())) {
      String range =
          bound.whole()
              ? "a whole number from " + (int) bound.least() + " to " + (int) bound.most()
              : "a number from " + bound.least() + " to 1";
      throw new BadOverrideException(here + " is " + value + ", must be " + range + strict(name));
    }
    return value.doubleValue();
  }

  private void ensureConfirms(String field, double similarity, double confirming)
      throws BadOverrideException {
    double least = Math.max(similarity, detector.minSimilarity());
    if (detector.kind() == DetectorSettings.Kind.COMBINED && confirming > least) {
      throw new BadOverrideException(
          "%s.%s is %s, must be at most %s, which is %s here"
              .formatted(field, CONFIRMING, confirming, SIMILARITY, least));
    }
  }

  private String strict(String setting) {
    return used.containsKey(setting)
        ? ": no looser than " + setting + ", which is " + used.get(setting)
        : "";
  }
}
