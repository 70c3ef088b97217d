package dev.crawlsieve.core.sweep;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.NameThresholds;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * One of the settings to try.
 *
 * @param detector the detector and its thresholds
 * @param inForce whether the published verdicts were made with it
 */
public record SweptSetting(DetectorSettings detector, boolean inForce) {

  /** The setting in words for tables, for example {@code simhash ≤ 3 bits}. */
  public String text() {
    return text(detector, null, false);
  }

  /**
   * Settings in words.
   *
   * @param axis the threshold that has a letter in place of its value, or null
   * @param sayRecall whether to say the target recall, too
   */
  static String text(DetectorSettings of, SweepAxis axis, boolean sayRecall) {
    String similarity = part(SweepAxis.SIMILARITY, of, axis);
    boolean one = axis != SweepAxis.BITS && of.maxDistance() == 1;
    String bits = part(SweepAxis.BITS, of, axis) + (one ? " bit" : " bits");
    String similar =
        switch (of.kind()) {
          case SIMHASH -> "simhash ≤ " + bits;
          case SKETCH -> "sketch ≥ " + similarity;
          case SUPERSHINGLE -> "supershingle ≥ " + part(SweepAxis.AGREEING, of, axis) + " of 6";
          case COMBINED ->
              "combined ≥ "
                  + similarity
                  + ", or ≤ "
                  + bits
                  + " and ≥ "
                  + part(SweepAxis.CONFIRMING, of, axis);
        };
    String recall = sayRecall ? ", recall " + number(of.recall()) : "";
    String other = part(SweepAxis.CONTAINED, of, axis);
    String names =
        "; alike ≥ "
            + part(SweepAxis.ALIKE, of, axis)
            + (other.equals("1") ? "" : "; other contained ≥ " + other);
    return similar + recall + (of.comparesNames() ? names : "");
  }

  private static String part(SweepAxis which, DetectorSettings of, SweepAxis axis) {
    return which == axis ? axis.symbol() : number(which.value(of));
  }

  /** The same as settings for {@code --set}, the detector first. */
  public Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("detector", detector.name());
    switch (detector.kind()) {
      case SIMHASH -> putDistance(settings);
      case SKETCH -> putSimilarity(settings);
      case SUPERSHINGLE ->
          settings.put("supershingle.min.agreeing", String.valueOf(detector.minAgreeing()));
      case COMBINED -> {
        putDistance(settings);
        putSimilarity(settings);
        settings.put("combined.min.similarity", number(detector.confirmingSimilarity()));
      }
    }
    settings.put(NameThresholds.NAMES, detector.comparesNames() ? "compare" : "ignore");
    if (detector.comparesNames()) {
      settings.put(NameThresholds.ALIKE, number(detector.names().alikeSimilarity()));
      settings.put(NameThresholds.OTHER, number(detector.names().otherContainment()));
    }
    return settings;
  }

  private void putDistance(Map<String, String> settings) {
    settings.put("simhash.max.distance", String.valueOf(detector.maxDistance()));
  }

  private void putSimilarity(Map<String, String> settings) {
    settings.put("sketch.min.similarity", number(detector.minSimilarity()));
    settings.put("sketch.recall", number(detector.recall()));
  }

  /** A threshold without trailing zeros. */
  public static String number(double value) {
    String text = String.format(Locale.ROOT, "%.4f", value);
    return text.replaceAll("\\.?0+$", "");
  }
}
