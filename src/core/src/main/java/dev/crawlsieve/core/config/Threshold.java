package dev.crawlsieve.core.config;

import dev.crawlsieve.core.config.DetectorSettings.Kind;
import java.util.EnumSet;
import java.util.Set;

/**
 * A threshold of detectors: its setting, which detectors use it, and its value. The order is that
 * of the table of settings, and part of the digest of overrides.
 */
public enum Threshold {
  /** k: the greatest Hamming distance of SimHashes, in bits. */
  DISTANCE("simhash.max.distance", "k", 0),
  /** τ: the least estimated similarity. */
  SIMILARITY("sketch.min.similarity", "τ", 1),
  /** Least similarity of two pages within k bits. */
  CONFIRMING("combined.min.similarity", "c", 0),
  /** Least similarity of two pages whose names are alike; used if names are compared. */
  ALIKE(NameThresholds.ALIKE, "a", 0);

  private final String setting;
  private final String symbol;
  private final double unused;

  Threshold(String setting, String symbol, double unused) {
    this.setting = setting;
    this.symbol = symbol;
    this.unused = unused;
  }

  /** {@return the setting's name} */
  public String setting() {
    return setting;
  }

  /** {@return its symbol of one letter, which is the literature's where that has one} */
  public String symbol() {
    return symbol;
  }

  /** {@return the symbol and the setting that it stands for, with the direction} */
  public String label() {
    return symbol
        + ", "
        + setting
        + (loosest() > strictest() ? " (right drops more)" : " (left drops more)");
  }

  /** {@return whether its values are whole numbers} */
  public boolean isWhole() {
    return this == DISTANCE;
  }

  /**
   * {@return a value as text}
   *
   * @param value a value of this threshold
   */
  public String text(double value) {
    return isWhole() ? String.valueOf((int) value) : String.valueOf(value);
  }

  /** {@return the value that excludes the fewest matches} */
  public double loosest() {
    return this == DISTANCE ? 64 : 0;
  }

  /** {@return the value that excludes the most matches} */
  public double strictest() {
    return this == DISTANCE ? 0 : 1;
  }

  /**
   * {@return whether a number is a possible value}
   *
   * @param value any number
   */
  public boolean isInRange(double value) {
    return value >= Math.min(loosest(), strictest()) && value <= Math.max(loosest(), strictest());
  }

  /** {@return the detectors that use it} */
  public Set<Kind> kinds() {
    Set<Kind> kinds = EnumSet.allOf(Kind.class);
    kinds.removeIf(kind -> !kind.uses(this));
    return kinds;
  }

  /**
   * {@return its value}
   *
   * @param settings a detector's settings
   */
  public double value(DetectorSettings settings) {
    return switch (this) {
      case DISTANCE -> settings.maxDistance();
      case CONFIRMING -> settings.confirmingSimilarity();
      case SIMILARITY -> settings.minSimilarity();
      case ALIKE -> settings.names().alikeSimilarity();
    };
  }

  /**
   * {@return its value and the setting, for example {@code 0.85 (near.alike.min.similarity)}}
   *
   * @param settings a detector's settings
   */
  public String told(DetectorSettings settings) {
    return text(value(settings)) + " (" + setting + ")";
  }

  /**
   * {@return what a value must be, for example {@code at most 3: simhash.max.distance}}
   *
   * @param settings a detector's settings
   */
  public String bound(DetectorSettings settings) {
    return (loosest() > strictest() ? "at most " : "at least ")
        + text(value(settings))
        + ": "
        + setting;
  }

  /**
   * {@return whether the detector uses it}
   *
   * @param settings a detector's settings
   */
  public boolean isUsed(DetectorSettings settings) {
    return settings.kind().uses(this) && (this != ALIKE || settings.comparesNames());
  }

  /** {@return the value that it has in the settings of a detector that does not use it} */
  double unused() {
    return unused;
  }
}
