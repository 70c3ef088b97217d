package dev.crawlsieve.core.config;

import dev.crawlsieve.core.config.DetectorSettings.Kind;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/** A threshold of detectors: its setting, which detectors use it, and its value. */
public enum Threshold {
  DISTANCE(
      "simhash.max.distance",
      "k",
      "most bits apart",
      0,
      DetectorSettings::maxDistance,
      EnumSet.of(Kind.SIMHASH, Kind.COMBINED)),
  RECALL(
      "sketch.recall",
      "r",
      "target recall",
      0.5,
      DetectorSettings::recall,
      EnumSet.of(Kind.SKETCH, Kind.COMBINED)),
  CONFIRMING(
      "combined.min.similarity",
      "c",
      "least similarity within k bits",
      0,
      DetectorSettings::confirmingSimilarity,
      EnumSet.of(Kind.COMBINED)),
  AGREEING(
      "supershingle.min.agreeing",
      "n",
      "least equal super-shingles",
      1,
      DetectorSettings::minAgreeing,
      EnumSet.of(Kind.SUPERSHINGLE)),
  SIMILARITY(
      "sketch.min.similarity",
      "τ",
      "least estimated similarity",
      1,
      DetectorSettings::minSimilarity,
      EnumSet.of(Kind.SKETCH, Kind.COMBINED)),
  ALIKE(
      NameThresholds.ALIKE,
      "a",
      "least similarity of pages of like names",
      0,
      settings -> settings.names().alikeSimilarity(),
      EnumSet.allOf(Kind.class)),
  OTHER(
      NameThresholds.OTHER,
      "s",
      "least share in a page of another name",
      0,
      settings -> settings.names().otherContainment(),
      EnumSet.allOf(Kind.class));

  /** Those of names, which every detector uses if names are compared. */
  public static final List<Threshold> OF_NAMES = List.of(ALIKE, OTHER);

  private final String setting;
  private final String symbol;
  private final String words;
  private final double unused;
  private final ToDoubleFunction<DetectorSettings> value;
  private final Set<Kind> kinds;

  Threshold(
      String setting,
      String symbol,
      String words,
      double unused,
      ToDoubleFunction<DetectorSettings> value,
      Set<Kind> kinds) {
    this.setting = setting;
    this.symbol = symbol;
    this.words = words;
    this.unused = unused;
    this.value = value;
    this.kinds = kinds;
  }

  /** {@return the setting's name} */
  public String setting() {
    return setting;
  }

  /** {@return one letter, as in the literature where there is one} */
  public String symbol() {
    return symbol;
  }

  /** {@return the letter and what it stands for, with the direction} */
  public String label() {
    return symbol
        + ", "
        + words
        + (this == DISTANCE ? " (right drops more)" : " (left drops more)");
  }

  /** {@return whether its values are whole numbers} */
  public boolean isWhole() {
    return this == DISTANCE || this == AGREEING;
  }

  /** {@return the detectors that use it} */
  public Set<Kind> kinds() {
    return Set.copyOf(kinds);
  }

  /** {@return whether it decides anything under these settings} */
  public boolean isUsed(DetectorSettings settings) {
    return kinds.contains(settings.kind())
        && (settings.comparesNames() || !OF_NAMES.contains(this));
  }

  /** {@return its value} */
  public double value(DetectorSettings settings) {
    return value.applyAsDouble(settings);
  }

  /** {@return the value that stands for none in settings of a detector that does not use it} */
  double unused() {
    return unused;
  }
}
