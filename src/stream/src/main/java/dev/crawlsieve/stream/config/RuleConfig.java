package dev.crawlsieve.stream.config;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.NameThresholds;
import dev.crawlsieve.core.config.Overrides;
import dev.crawlsieve.core.config.PageSettings;
import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.override.OverridesFile;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.ValidString;
import org.apache.kafka.common.config.ConfigException;

/** What makes two pages copies of each other, and which pages are compared. */
public final class RuleConfig {

  public static final String DETECTOR_CONFIG = "detector";
  static final String SIMHASH_MAX_DISTANCE_CONFIG = "simhash.max.distance";
  static final String SKETCH_MIN_SIMILARITY_CONFIG = "sketch.min.similarity";
  static final String SKETCH_RECALL_CONFIG = "sketch.recall";
  static final String SUPERSHINGLE_MIN_AGREEING_CONFIG = "supershingle.min.agreeing";
  static final String COMBINED_MIN_SIMILARITY_CONFIG = "combined.min.similarity";
  static final String NEAR_NAMES_CONFIG = NameThresholds.NAMES;
  static final String NEAR_ALIKE_MIN_SIMILARITY_CONFIG = NameThresholds.ALIKE;
  static final String NEAR_OTHER_MIN_CONTAINMENT_CONFIG = NameThresholds.OTHER;
  public static final String DEDUP_SCOPE_CONFIG = "dedup.scope";
  static final String DEDUP_REVISIT_CONFIG = "dedup.revisit";
  public static final String OVERRIDES_FILE_CONFIG = RuleSettings.OVERRIDES_FILE;
  static final String INDEX_RETENTION_CONFIG = "index.retention";

  private RuleConfig() {}

  static void define(Definitions settings) {
    settings
        .define(
            DETECTOR_CONFIG,
            DetectorSettings.DEFAULT.name(),
            ValidString.in("simhash", "sketch", "supershingle", "combined"),
            "What makes two pages near-duplicates: close SimHashes, similar min-hash"
                + " sketches, enough equal super-shingles of 6, or combined: similar sketches, or"
                + " close SimHashes that the sketches confirm.")
        .define(
            SIMHASH_MAX_DISTANCE_CONFIG,
            DetectorSettings.DEFAULT.maxDistance(),
            Range.between(0, 16),
            "k: in how many of 64 bits two SimHashes that match may differ. For simhash and"
                + " combined.")
        .define(
            SKETCH_MIN_SIMILARITY_CONFIG,
            DetectorSettings.DEFAULT.minSimilarity(),
            Range.between(0.01, 1.0),
            "Two sketches match with this estimated Jaccard similarity (standard error up to"
                + " 0.05). For sketch and combined.")
        .define(
            SKETCH_RECALL_CONFIG,
            DetectorSettings.DEFAULT.recall(),
            Range.between(0.01, 0.9999),
            "Target probability that a pair exactly at sketch.min.similarity is compared."
                + " Higher values need more tables. For sketch and combined.")
        .define(
            SUPERSHINGLE_MIN_AGREEING_CONFIG,
            DetectorSettings.DEFAULT.minAgreeing(),
            Range.between(1, 6),
            "How many of 6 super-shingles must be equal. For supershingle.")
        .define(
            COMBINED_MIN_SIMILARITY_CONFIG,
            DetectorSettings.DEFAULT.confirmingSimilarity(),
            Range.between(0.0, 1.0),
            "Two pages within simhash.max.distance match only with this estimated Jaccard"
                + " similarity. At most sketch.min.similarity. For combined.")
        .define(
            NEAR_NAMES_CONFIG,
            "compare",
            ValidString.in("compare", "ignore"),
            "compare: pages whose title, first heading, address and language name different"
                + " items do not match nearly, and exactly only if their text is not too short to"
                + " judge. ignore: similarity alone decides.")
        .define(
            NEAR_ALIKE_MIN_SIMILARITY_CONFIG,
            NameThresholds.DEFAULT.alikeSimilarity(),
            Range.between(0.0, 1.0),
            "Two pages whose names differ only in the address on one host, or in the"
                + " language, match nearly only with this similarity. For near.names=compare.")
        .define(
            NEAR_OTHER_MIN_CONTAINMENT_CONFIG,
            NameThresholds.DEFAULT.otherContainment(),
            Range.between(0.0, 1.0),
            "A page that names another item than a kept one matches it nearly only if the"
                + " kept page has this share of its shingles, with a confidence of 95 % (equal"
                + " texts give 0.98). 1: never. For near.names=compare.")
        .define(
            DEDUP_SCOPE_CONFIG,
            "global",
            Definitions.form("global, host, domain, header:NAME"),
            "Pages are compared only within this scope. header:NAME is the value of a record"
                + " header.")
        .define(
            DEDUP_REVISIT_CONFIG,
            "match",
            ValidString.in("match", "readmit"),
            "A page that nearly matches an earlier version of its own URL is (match) a"
                + " duplicate, or (readmit) kept if it matches no page of another URL; an unchanged"
                + " text is a duplicate in any case.")
        .define(
            OVERRIDES_FILE_CONFIG,
            "",
            "File of pages and hosts that are kept, dropped, never matched with each other,"
                + " or compared by stricter thresholds, see docs/overrides.md. The same on all"
                + " instances.")
        .define(
            INDEX_RETENTION_CONFIG,
            "none",
            ConfigDef.LambdaValidator.with(
                RuleConfig::ensureRetention, () -> "none, or 1s to 36500d"),
            "How long a kept page is compared with later ones, by the timestamps of the"
                + " lane's pages to within one percent: none (forever), or a duration such as 30d,"
                + " 12h or PT1H30M.");
  }

  /** Which kept pages a page is compared with. */
  static RuleSettings rule(Values values, Overrides overrides) {
    return new RuleSettings(
        Durations.parse(values.getString(INDEX_RETENTION_CONFIG)),
        values.is(DEDUP_REVISIT_CONFIG, "readmit"),
        overrides);
  }

  /**
   * The overrides in the file, or in place of a file those that a generation has recorded by their
   * digest.
   */
  static Overrides overrides(Values values, PageSettings pages) {
    String file = values.getString(OVERRIDES_FILE_CONFIG);
    if (file.isEmpty()) {
      return Overrides.NONE;
    }
    if (file.startsWith(OverridesFile.DIGEST_PREFIX)) {
      return Overrides.recorded(file);
    }
    try {
      return OverridesFile.read(Path.of(file), pages, detector(values));
    } catch (InvalidPathException e) {
      throw new SettingsException(
          OVERRIDES_FILE_CONFIG + " is '" + file + "', which is not a path: " + e.getReason(), e);
    }
  }

  /** What makes two pages near-duplicates. */
  static DetectorSettings detector(Values values) {
    return new DetectorSettings(
        DetectorSettings.Kind.valueOf(values.upper(DETECTOR_CONFIG)),
        values.getInt(SIMHASH_MAX_DISTANCE_CONFIG),
        values.getDouble(SKETCH_MIN_SIMILARITY_CONFIG),
        values.getDouble(SKETCH_RECALL_CONFIG),
        values.getInt(SUPERSHINGLE_MIN_AGREEING_CONFIG),
        values.getDouble(COMBINED_MIN_SIMILARITY_CONFIG),
        names(values));
  }

  private static NameThresholds names(Values values) {
    return values.is(NEAR_NAMES_CONFIG, "ignore")
        ? NameThresholds.IGNORED
        : new NameThresholds(
            values.getDouble(NEAR_ALIKE_MIN_SIMILARITY_CONFIG),
            values.getDouble(NEAR_OTHER_MIN_CONTAINMENT_CONFIG));
  }

  private static void ensureRetention(String name, Object value) {
    try {
      RuleSettings unused = new RuleSettings(Durations.parse((String) value), false);
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new ConfigException(name, value, e.getMessage());
    }
  }
}
