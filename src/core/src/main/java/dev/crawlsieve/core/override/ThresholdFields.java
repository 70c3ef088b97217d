package dev.crawlsieve.core.override;

import com.fasterxml.jackson.databind.JsonNode;
import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.HostThresholds;
import dev.crawlsieve.core.config.NameThresholds;
import java.util.Iterator;
import java.util.SortedMap;

/** Reads the thresholds of a host. They have the names of the settings that they make stricter. */
final class ThresholdFields {

  // A looser threshold could not be kept: tables are laid out for the detector's own, and would
  // miss some of what it allows.

  private static final String DISTANCE = "simhash.max.distance";
  private static final String SIMILARITY = "sketch.min.similarity";
  private static final String AGREEING = "supershingle.min.agreeing";
  private static final String CONFIRMING = "combined.min.similarity";

  private final DetectorSettings detector;
  private final SortedMap<String, String> used;

  /**
   * @param detector whose thresholds must not be relaxed
   */
  ThresholdFields(DetectorSettings detector) {
    this.detector = detector;
    this.used = detector.decisive();
  }

  /**
   * The thresholds in an object, besides its host.
   *
   * @param field the object's name, for messages
   * @throws BadOverrideException if one is out of range or looser than the detector's, or the
   *     detector uses none of them
   */
  HostThresholds read(String field, JsonNode of) throws BadOverrideException {
    int distance = HostThresholds.NONE.maxDistance();
    double similarity = 0;
    int agreeing = 0;
    double confirming = 0;
    double alike = 0;
    double containment = 0;
    boolean anyUsed = false;
    for (Iterator<String> names = of.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      JsonNode value = of.get(name);
      String here = field + "." + name;
      switch (name) {
        case "host" -> {
          continue;
        }
        case DISTANCE -> distance = whole(here, value, 0, detector.maxDistance(), name);
        case SIMILARITY -> similarity = share(here, value, detector.minSimilarity(), name);
        case AGREEING -> agreeing = whole(here, value, detector.minAgreeing(), 6, name);
        case CONFIRMING -> confirming = share(here, value, detector.confirmingSimilarity(), name);
        case NameThresholds.ALIKE ->
            alike = share(here, value, detector.names().alikeSimilarity(), name);
        case NameThresholds.OTHER ->
            containment = share(here, value, detector.names().otherContainment(), name);
        default ->
            throw new BadOverrideException(
                here
                    + " is not a threshold, must be one of "
                    + String.join(
                        ", ",
                        DISTANCE,
                        SIMILARITY,
                        AGREEING,
                        CONFIRMING,
                        NameThresholds.ALIKE,
                        NameThresholds.OTHER));
      }
      anyUsed |= used.containsKey(name);
    }
    if (!anyUsed) {
      throw new BadOverrideException(
          field + " has no threshold that the detector " + detector.name() + " uses");
    }
    ensureConfirms(field, similarity, confirming);
    return new HostThresholds(distance, similarity, agreeing, confirming, alike, containment);
  }

  private void ensureConfirms(String field, double similarity, double confirming)
      throws BadOverrideException {
    double least = Math.max(similarity, detector.minSimilarity());
    if (detector.kind() == DetectorSettings.Kind.COMBINED && confirming > least) {
      throw new BadOverrideException(
          field
              + "."
              + CONFIRMING
              + " is "
              + confirming
              + ", must be at most "
              + SIMILARITY
              + ", which is "
              + least
              + " here");
    }
  }

  private int whole(String field, JsonNode value, int from, int to, String setting)
      throws BadOverrideException {
    boolean unused = !used.containsKey(setting);
    int least = unused ? 0 : from;
    int most = unused ? Math.max(to, 64) : to;
    if (!value.isInt() || value.intValue() < least || value.intValue() > most) {
      throw new BadOverrideException(
          field
              + " is "
              + value
              + ", must be a whole number from "
              + least
              + " to "
              + most
              + strict(setting));
    }
    return value.intValue();
  }

  private double share(String field, JsonNode value, double from, String setting)
      throws BadOverrideException {
    double least = used.containsKey(setting) ? from : 0;
    if (!value.isNumber() || !(value.doubleValue() >= least && value.doubleValue() <= 1)) {
      throw new BadOverrideException(
          field + " is " + value + ", must be a number from " + least + " to 1" + strict(setting));
    }
    return value.doubleValue();
  }

  private String strict(String setting) {
    return used.containsKey(setting)
        ? ": no looser than " + setting + ", which is " + used.get(setting)
        : "";
  }
}
