package dev.crawlsieve.measure.sweep;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.NameThresholds;
import dev.crawlsieve.core.config.Threshold;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One of the settings to try.
 *
 * @param detector the detector and its thresholds
 * @param inForce whether the published verdicts were made with this setting
 */
@JsonPropertyOrder({"setting", "inForce", "set"})
public record SweptSetting(@JsonIgnore DetectorSettings detector, boolean inForce) {

  /** The setting in words for tables, for example {@code simhash ≤ 3 bits}. */
  @JsonProperty("setting")
  public String text() {
    return text(detector, null);
  }

  /**
   * The settings of a detector in words.
   *
   * @param axis the threshold that is shown as a letter; null for none
   */
  static String text(DetectorSettings of, @Nullable Threshold axis) {
    String similarity = part(Threshold.SIMILARITY, of, axis);
    boolean one = axis != Threshold.DISTANCE && of.maxDistance() == 1;
    String bits = part(Threshold.DISTANCE, of, axis) + (one ? " bit" : " bits");
    String similar =
        of.name()
            + switch (of.kind()) {
              case SIMHASH -> " ≤ " + bits;
              case SKETCH -> " ≥ " + similarity;
              case COMBINED -> {
                String confirming = part(Threshold.CONFIRMING, of, axis);
                yield " ≥ " + similarity + ", or ≤ " + bits + " and ≥ " + confirming;
              }
              case EXACT -> of.comparesNames() ? "" : ", names ignored";
            };
    return Threshold.ALIKE.isUsed(of)
        ? similar + "; alike ≥ " + part(Threshold.ALIKE, of, axis)
        : similar;
  }

  private static String part(Threshold which, DetectorSettings of, @Nullable Threshold axis) {
    return which == axis ? axis.symbol() : number(which.value(of));
  }

  /** This setting as values for {@code --set}, by name. */
  @JsonProperty("set")
  public Map<String, String> settings() {
    Map<String, String> settings = detector.decisive();
    settings.put(NameThresholds.NAMES, detector.comparesNames() ? "compare" : "ignore");
    return settings;
  }

  /** The value of a threshold, without trailing zeros. */
  public static String number(double value) {
    String text = String.format(Locale.ROOT, "%.4f", value);
    return text.replaceAll("\\.?0+$", "");
  }
}
