package dev.crawlsieve.core.sweep;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.DetectorSettings.Kind;
import java.util.List;

/** The threshold that a sweep varies. */
public enum SweepAxis {
  SIMILARITY("τ", "sketch.min.similarity", "τ, least estimated similarity (left drops more)") {
    @Override
    double value(DetectorSettings settings) {
      return settings.minSimilarity();
    }
  },
  BITS("k", "simhash.max.distance", "k, most bits apart (right drops more)") {
    @Override
    double value(DetectorSettings settings) {
      return settings.maxDistance();
    }
  },
  CONFIRMING(
      "c", "combined.min.similarity", "c, least similarity within k bits (left drops more)") {
    @Override
    double value(DetectorSettings settings) {
      return settings.confirmingSimilarity();
    }
  },
  AGREEING("n", "supershingle.min.agreeing", "n, least equal super-shingles (left drops more)") {
    @Override
    double value(DetectorSettings settings) {
      return settings.minAgreeing();
    }
  };

  private final String symbol;
  private final String setting;
  private final String label;

  SweepAxis(String symbol, String setting, String label) {
    this.symbol = symbol;
    this.setting = setting;
    this.label = label;
  }

  abstract double value(DetectorSettings settings);

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
    return switch (kind) {
      case SIMHASH -> BITS;
      case SKETCH -> SIMILARITY;
      case SUPERSHINGLE -> AGREEING;
      case COMBINED ->
          List.of(SIMILARITY, BITS, CONFIRMING).stream()
              .filter(axis -> all.stream().mapToDouble(axis::value).distinct().count() > 1)
              .findFirst()
              .orElse(SIMILARITY);
    };
  }
}
