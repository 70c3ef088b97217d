package dev.crawlsieve.stream.config;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.NameThresholds;
import dev.crawlsieve.core.config.Overrides;
import dev.crawlsieve.core.config.PageSettings;
import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.override.LiveOverrides;
import dev.crawlsieve.core.override.OverridesFile;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.ValidString;
import org.apache.kafka.common.config.ConfigException;

/** Settings of what makes two pages copies of each other, and of which pages are compared. */
public final class RuleConfig {

  public static final String DETECTOR_CONFIG = "detector";
  static final String SIMHASH_MAX_DISTANCE_CONFIG = "simhash.max.distance";
  static final String SKETCH_MIN_SIMILARITY_CONFIG = "sketch.min.similarity";
  static final String COMBINED_MIN_SIMILARITY_CONFIG = "combined.min.similarity";
  static final String NEAR_NAMES_CONFIG = NameThresholds.NAMES;
  static final String NEAR_ALIKE_MIN_SIMILARITY_CONFIG = NameThresholds.ALIKE;
  public static final String DEDUP_SCOPE_CONFIG = "dedup.scope";
  static final String DEDUP_REVISIT_CONFIG = "dedup.revisit";
  public static final String OVERRIDES_FILE_CONFIG = RuleSettings.OVERRIDES_FILE;
  static final String INDEX_RETENTION_CONFIG = "index.retention";

  private RuleConfig() {}

  static void define(Definitions settings) {
    DetectorSettings detector = DetectorSettings.DEFAULT;
    NameThresholds names = NameThresholds.DEFAULT;
    settings
        .define(
            DETECTOR_CONFIG,
            detector.name(),
            ValidString.in(
                Arrays.stream(DetectorSettings.Kind.values())
                    .map(DetectorSettings.Kind::text)
                    .toArray(String[]::new)))
        .define(SIMHASH_MAX_DISTANCE_CONFIG, detector.maxDistance(), Range.between(0, 16))
        .define(SKETCH_MIN_SIMILARITY_CONFIG, detector.minSimilarity(), Range.between(0.01, 1.0))
        .define(
            COMBINED_MIN_SIMILARITY_CONFIG,
            detector.confirmingSimilarity(),
            Range.between(0.0, 1.0))
        .define(NEAR_NAMES_CONFIG, "compare", ValidString.in("compare", "ignore"))
        .define(NEAR_ALIKE_MIN_SIMILARITY_CONFIG, names.alikeSimilarity(), Range.between(0.0, 1.0))
        .define(DEDUP_SCOPE_CONFIG, "global", Definitions.form("global, host, domain, header:NAME"))
        .define(DEDUP_REVISIT_CONFIG, "match", ValidString.in("match", "readmit"))
        .define(OVERRIDES_FILE_CONFIG, "")
        .define(
            INDEX_RETENTION_CONFIG,
            "none",
            ConfigDef.LambdaValidator.with(
                RuleConfig::ensureRetention, () -> "none, or 1s to 36500d"));
  }

  /** Which kept pages a page is compared with. */
  static RuleSettings rule(Values values, Overrides overrides) {
    return new RuleSettings(
        Durations.parse(values.getString(INDEX_RETENTION_CONFIG)),
        values.is(DEDUP_REVISIT_CONFIG, "readmit"),
        overrides);
  }

  /**
   * The overrides in the file; or, if the setting is a digest that a generation has recorded,
   * overrides known only by that.
   */
  static LiveOverrides overrides(Values values, PageSettings pages) {
    String file = values.getString(OVERRIDES_FILE_CONFIG);
    if (file.isEmpty()) {
      return new LiveOverrides(null, () -> Overrides.NONE);
    }
    if (file.startsWith(OverridesFile.DIGEST_PREFIX)) {
      return new LiveOverrides(null, () -> Overrides.recorded(file));
    }
    try {
      Path path = Path.of(file);
      DetectorSettings detector = detector(values);
      return new LiveOverrides(path, () -> OverridesFile.read(path, pages, detector));
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
        values.getDouble(COMBINED_MIN_SIMILARITY_CONFIG),
        names(values));
  }

  private static NameThresholds names(Values values) {
    return values.is(NEAR_NAMES_CONFIG, "ignore")
        ? NameThresholds.IGNORED
        : new NameThresholds(true, values.getDouble(NEAR_ALIKE_MIN_SIMILARITY_CONFIG));
  }

  private static void ensureRetention(String name, Object value) {
    try {
      new RuleSettings(Durations.parse((String) value), false);
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new ConfigException(name, value, e.getMessage());
    }
  }
}
