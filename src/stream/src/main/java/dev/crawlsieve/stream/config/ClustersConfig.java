package dev.crawlsieve.stream.config;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.sites.cluster.ClusterSettings;
import dev.crawlsieve.sites.cluster.ClusterSettings.Criterion;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.kafka.common.config.ConfigDef.ValidString;

/** What clusters of copies have on brokers; and their settings. */
public final class ClustersConfig {

  static final String CLUSTERS_ENABLED_CONFIG = "clusters.enabled";
  static final String CLUSTERS_POLICY_CONFIG = "clusters.policy";
  static final String DEDUP_KEEP_CONFIG = "dedup.keep";

  /** What forms them, where pages are decided on. */
  public static final Wing WING =
      new Wing(
          CLUSTERS_ENABLED_CONFIG,
          "",
          "clusters",
          "clusters",
          "clusters",
          "clusters are incomplete");

  /**
   * Settings that decide what a cluster is, if clusters are enabled. A lane's clusters would
   * contradict each other if one of them changed midway.
   */
  static final List<String> CLUSTER_SETTINGS =
      List.of(CLUSTERS_ENABLED_CONFIG, CLUSTERS_POLICY_CONFIG, DEDUP_KEEP_CONFIG);

  private ClustersConfig() {}

  static void define(Definitions settings) {
    settings
        .define(CLUSTERS_ENABLED_CONFIG, false)
        .define(
            CLUSTERS_POLICY_CONFIG,
            Criterion.DEFAULT.stream().map(Criterion::text).collect(Collectors.joining(",")),
            Definitions.form("canonical, https, score, oldest or newest, shorter-url, longest"))
        .define(DEDUP_KEEP_CONFIG, "first", ValidString.in("first", "policy"));
  }

  /** The settings of clusters: what is published about pages that copy each other. */
  static ClusterSettings clusters(Values values) {
    return new ClusterSettings(
        values.getBoolean(CLUSTERS_ENABLED_CONFIG),
        Criterion.parse(values.getString(CLUSTERS_POLICY_CONFIG)),
        ClusterSettings.MEMBERS_MAX,
        values.is(DEDUP_KEEP_CONFIG, "policy"));
  }

  /**
   * Checks that the settings go together.
   *
   * @throws SettingsException if they do not
   */
  static void check(ClusterSettings clusters) {
    if (clusters.keepPreferred() && !clusters.enabled()) {
      throw new SettingsException(
          "dedup.keep is policy, which needs clusters: set clusters.enabled=true");
    }
  }
}
