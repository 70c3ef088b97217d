package dev.crawlsieve.sites.cluster;

import org.jspecify.annotations.Nullable;

/** The topic of clusters: receives their records. */
@FunctionalInterface
public interface ClusterTopic {

  /** Publishes nothing. */
  ClusterTopic NONE = (key, value, timestamp) -> {};

  /**
   * Publishes a cluster; replaces what was published before under the same key.
   *
   * @param key see {@link ClusterJson#key}
   * @param value see {@link ClusterJson#encode}; null if the cluster no longer exists
   * @param timestamp milliseconds since 1970-01-01T00:00Z
   */
  void publish(byte[] key, byte @Nullable [] value, long timestamp);
}
