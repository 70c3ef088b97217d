package dev.crawlsieve.core.override;

import com.fasterxml.jackson.databind.JsonNode;
import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.HostThresholds;
import dev.crawlsieve.core.config.Threshold;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Reads the thresholds of a host. Each has the name of the setting that it makes stricter.
 *
 * @param detector the detector, whose thresholds must not be relaxed
 */
record ThresholdFields(DetectorSettings detector) {

  // A looser threshold could not be honoured: tables are laid out for the detector's own
  // thresholds, and would miss some of the matches that it allows.

  /**
   * The thresholds in an object that also names a host.
   *
   * @param field the object's name, for messages
   * @throws BadOverrideException if one is out of range or looser than the detector's, or the
   *     detector uses none of them
   */
  HostThresholds read(String field, JsonNode of) throws BadOverrideException {
    Map<Threshold, Double> given = new EnumMap<>(Threshold.class);
    for (Map.Entry<String, JsonNode> one : of.properties()) {
      if (!one.getKey().equals("host")) {
        String here = field + "." + one.getKey();
        Threshold threshold = threshold(here, one.getKey());
        given.put(threshold, value(here, threshold, one.getValue()));
      }
    }
    if (given.keySet().stream().noneMatch(threshold -> threshold.isUsed(detector))) {
      throw new BadOverrideException(
          field + " has no threshold that the detector " + detector.name() + " uses");
    }
    HostThresholds thresholds = new HostThresholds(given);
    ensureConfirms(field, thresholds);
    return thresholds;
  }

  private static Threshold threshold(String here, String name) throws BadOverrideException {
    for (Threshold threshold : Threshold.values()) {
      if (threshold.setting().equals(name)) {
        return threshold;
      }
    }
    throw new BadOverrideException(
        here
            + " is not a threshold, must be one of "
            + Arrays.stream(Threshold.values())
                .map(Threshold::setting)
                .collect(Collectors.joining(", ")));
  }

  private double value(String here, Threshold threshold, JsonNode value)
      throws BadOverrideException {
    boolean used = threshold.isUsed(detector);
    double loosest = used ? threshold.value(detector) : threshold.loosest();
    double least = Math.min(loosest, threshold.strictest());
    double most = Math.max(loosest, threshold.strictest());
    boolean number = threshold.isWhole() ? value.isInt() : value.isNumber();
    if (!number || !(value.doubleValue() >= least && value.doubleValue() <= most)) {
      String own = threshold.text(loosest);
      throw new BadOverrideException(
          here
              + " is "
              + value
              + (threshold.isWhole()
                  ? ", must be a whole number from " + (int) least + " to " + (int) most
                  : ", must be a number from " + least + " to 1")
              + (used ? ": no looser than " + threshold.setting() + ", which is " + own : ""));
    }
    return value.doubleValue();
  }

  private void ensureConfirms(String field, HostThresholds given) throws BadOverrideException {
    double least = given.stricter(Threshold.SIMILARITY, detector.minSimilarity());
    double confirming = given.stricter(Threshold.CONFIRMING, 0);
    if (detector.kind() == DetectorSettings.Kind.COMBINED && confirming > least) {
      throw new BadOverrideException(
          "%s.%s is %s, must be at most %s, which is %s here"
              .formatted(
                  field,
                  Threshold.CONFIRMING.setting(),
                  confirming,
                  Threshold.SIMILARITY.setting(),
                  least));
    }
  }
}
