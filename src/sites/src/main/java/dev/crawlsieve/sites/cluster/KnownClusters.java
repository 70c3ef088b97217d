package dev.crawlsieve.sites.cluster;

import dev.crawlsieve.core.fingerprint.Coordinates;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Clusters in the store of {@link LaneClusters}, read from outside.
 *
 * @param store returns the value of a key in the store of a lane's clusters, or null
 */
public record KnownClusters(UnaryOperator<byte[]> store) {

  /** The cluster of a leader; none if this lane does not keep the page, or no longer keeps it. */
  public Optional<Cluster> of(Coordinates leader) {
    return Optional.ofNullable(store.apply(ClusterStore.key(leader))).map(ClusterCodec::cluster);
  }
}
