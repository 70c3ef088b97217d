package dev.crawlsieve.core.sweep;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.DetectorSettings.Kind;
import dev.crawlsieve.core.config.NameThresholds;
import java.util.List;
import java.util.stream.Stream;

/** The threshold that a sweep varies. */
public enum SweepAxis {
  SIMILARITY("τ", "sketch.min.similarity", "τ, least estimated similarity (left drops more)"),
  BITS("k", "simhash.max.distance", "k, most bits apart (right drops more)"),
  CONFIRMING("c", "combined.min.similarity", "c, least similarity within k bits (left drops more)"),
  AGREEING("n", "supershingle.min.agreeing", "n, least equal super-shingles (left drops more)"),
  ALIKE("a", NameThresholds.ALIKE, "a, least similarity of pages of like names (left drops more)"),
  CONTAINED(
      "s", NameThresholds.OTHER, "s, least share in a page of another name (left drops more)");

  private final String symbol;
  private final String setting;
  private final String label;

  SweepAxis(String symbol, String setting, String label) {
    this.symbol = symbol;
    this.setting = setting;
    this.label = label;
  }

  double value(DetectorSettings settings) {
    return switch (this) {
      case SIMILARITY -> settings.minSimilarity();
      case BITS -> settings.maxDistance();
      case CONFIRMING -> settings.confirmingSimilarity();
      case AGREEING -> settings.minAgreeing();
      case ALIKE -> settings.names().alikeSimilarity();
      case CONTAINED -> settings.names().otherContainment();
    };
  }

  /** One letter, as in the literature where there is one. */
  public String symbol() {
    return symbol;
  }

  /** The setting's name. */
  String setting() {
    return setting;
  }

  /** The label in words, with the direction. */
  public String label() {
    return label;
  }

  /** Whether its values are whole numbers. */
  public boolean isWhole() {
    return this == BITS || this == AGREEING;
  }

  /** The threshold itself, for example {@code ≥ 0.65}. */
  String text(DetectorSettings settings) {
    return (this == BITS ? "≤ " : "≥ ") + SweptSetting.number(value(settings));
  }

  /** The threshold that a detector's settings vary: the first that differs among them. */
  static SweepAxis of(Kind kind, List<DetectorSettings> all) {
    List<SweepAxis> own =
        switch (kind) {
          case SIMHASH -> List.of(BITS);
          case SKETCH -> List.of(SIMILARITY);
          case SUPERSHINGLE -> List.of(AGREEING);
          case COMBINED -> List.of(SIMILARITY, BITS, CONFIRMING);
        };
    List<DetectorSettings> named = all.stream().filter(DetectorSettings::comparesNames).toList();
    return Stream.concat(
            own.stream().filter(axis -> axis.differs(all)),
            Stream.of(ALIKE, CONTAINED).filter(axis -> axis.differs(named)))
        .findFirst()
        .orElse(own.get(0));
  }

  private boolean differs(List<DetectorSettings> settings) {
    return settings.stream().mapToDouble(this::value).distinct().count() > 1;
  }
}
