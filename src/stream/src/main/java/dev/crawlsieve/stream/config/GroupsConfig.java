package dev.crawlsieve.stream.config;

import static org.apache.kafka.common.config.ConfigDef.Importance.LOW;
import static org.apache.kafka.common.config.ConfigDef.Importance.MEDIUM;

import dev.crawlsieve.core.config.ClusterSettings;
import dev.crawlsieve.core.config.SettingsException;
import java.util.List;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigDef.ValidString;
import org.apache.kafka.common.config.ConfigException;

/** What is published besides verdicts: clusters of copies, and mirrors. */
final class GroupsConfig {

  static final String MIRRORS_ENABLED_CONFIG = "mirrors.enabled";
  static final String CLUSTERS_ENABLED_CONFIG = "clusters.enabled";
  static final String CLUSTERS_POLICY_CONFIG = "clusters.policy";
  static final String CLUSTERS_SCORE_HEADER_CONFIG = "clusters.score.header";
  static final String CLUSTERS_MEMBERS_MAX_CONFIG = "clusters.members.max";
  static final String DEDUP_KEEP_CONFIG = "dedup.keep";

  /**
   * Settings that decide what a cluster is, if clusters are enabled. A lane's clusters would
   * contradict each other if one of them changed midway.
   */
  static final List<String> CLUSTER_SETTINGS =
      List.of(
          CLUSTERS_ENABLED_CONFIG,
          CLUSTERS_POLICY_CONFIG,
          CLUSTERS_SCORE_HEADER_CONFIG,
          DEDUP_KEEP_CONFIG);

  private final Values values;

  GroupsConfig(Values values) {
    this.values = values;
  }

  static void define(ConfigDef settings) {
    settings
        .define(
            MIRRORS_ENABLED_CONFIG,
            Type.BOOLEAN,
            false,
            MEDIUM,
            "Whether to learn mirrors and URL rules from verdicts and declare them on the topic mirrors.")
        .define(
            CLUSTERS_ENABLED_CONFIG,
            Type.BOOLEAN,
            false,
            MEDIUM,
            "Whether to publish, on the topic clusters, the copies of each kept page and"
                + " which of these pages is preferred.")
        .define(
            CLUSTERS_POLICY_CONFIG,
            Type.STRING,
            "canonical,https,score,oldest,shorter-url",
            ConfigDef.LambdaValidator.with(
                GroupsConfig::ensurePolicy,
                () -> "canonical, https, score, oldest or newest, shorter-url, longest"),
            MEDIUM,
            "How the preferred page of a cluster is chosen, see docs/clusters-and-mirrors.md:"
                + " the first criterion that distinguishes two pages decides, otherwise the earlier"
                + " page wins.")
        .define(
            CLUSTERS_SCORE_HEADER_CONFIG,
            Type.STRING,
            "score",
            new ConfigDef.NonEmptyString(),
            LOW,
            "Record header that holds a page's score, a decimal number, for clusters.policy.")
        .define(
            CLUSTERS_MEMBERS_MAX_CONFIG,
            Type.INT,
            100,
            Range.between(1, 10_000),
            LOW,
            "How many pages of a cluster are listed, from the first; all are counted and"
                + " compared.")
        .define(
            DEDUP_KEEP_CONFIG,
            Type.STRING,
            "first",
            ValidString.in("first", "policy"),
            MEDIUM,
            "first: copies go to duplicate. policy: a copy that beats all earlier pages by"
                + " clusters.policy goes to unique, too, and names the page it replaces. Needs"
                + " clusters.enabled.");
  }

  /** Whether mirrors and URL rules are learned. */
  public boolean mirrorsEnabled() {
    return values.getBoolean(MIRRORS_ENABLED_CONFIG);
  }

  /** What is published about pages that copy each other. */
  public ClusterSettings clusters() {
    return new ClusterSettings(
        values.getBoolean(CLUSTERS_ENABLED_CONFIG),
        ClusterSettings.Criterion.parse(values.getString(CLUSTERS_POLICY_CONFIG)),
        values.getString(CLUSTERS_SCORE_HEADER_CONFIG),
        values.getInt(CLUSTERS_MEMBERS_MAX_CONFIG),
        values.is(DEDUP_KEEP_CONFIG, "policy"));
  }

  private static void ensurePolicy(String name, Object value) {
    try {
      List<ClusterSettings.Criterion> unused = ClusterSettings.Criterion.parse((String) value);
    } catch (SettingsException e) {
      throw new ConfigException(e.getMessage());
    }
  }
}
