package dev.crawlsieve.sites.cluster;

import dev.crawlsieve.core.fingerprint.Coordinates;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Reads clusters from the store of {@link LaneClusters}, for queries from outside the lane.
 *
 * @param store returns the value of a key in the store of a lane's clusters, or null if there is
 *     none
 */
public record KnownClusters(UnaryOperator<byte[]> store) {

  /** The cluster of a leader; empty if the page is not a leader of this lane, or no longer is. */
  public Optional<Cluster> of(Coordinates leader) {
    return Optional.ofNullable(store.apply(ClusterStore.key(leader))).map(ClusterCodec::cluster);
  }
}
