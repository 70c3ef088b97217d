package dev.crawlsieve.core.sweep;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.NameThresholds;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * One of the settings to try.
 *
 * @param detector the detector and its thresholds
 * @param inForce whether the published verdicts were made with it
 */
public record SweptSetting(DetectorSettings detector, boolean inForce) {

  public SweptSetting {
    Objects.requireNonNull(detector, "detector");
  }

  /** The setting in words for tables, for example {@code simhash ≤ 3 bits}. */
  public String text() {
    return similar() + names(detector, null);
  }

  /**
   * What is asked of names in addition, for example {@code ; alike ≥ 0.85}; empty if they are not
   * compared.
   *
   * @param axis the threshold that has a letter in place of a value, or null
   */
  static String names(DetectorSettings of, SweepAxis axis) {
    if (!of.comparesNames()) {
      return "";
    }
    String alike = axis == SweepAxis.ALIKE ? "a" : number(of.names().alikeSimilarity());
    String other = axis == SweepAxis.CONTAINED ? "s" : number(of.names().otherContainment());
    return "; alike ≥ " + alike + (other.equals("1") ? "" : "; other contained ≥ " + other);
  }

  private String similar() {
    return switch (detector.kind()) {
      case SIMHASH -> "simhash ≤ " + bits();
      case SKETCH -> "sketch ≥ " + number(detector.minSimilarity());
      case SUPERSHINGLE -> "supershingle ≥ " + detector.minAgreeing() + " of 6";
      case COMBINED ->
          "combined ≥ "
              + number(detector.minSimilarity())
              + ", or ≤ "
              + bits()
              + " and ≥ "
              + number(detector.confirmingSimilarity());
    };
  }

  private String bits() {
    return detector.maxDistance() + (detector.maxDistance() == 1 ? " bit" : " bits");
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
