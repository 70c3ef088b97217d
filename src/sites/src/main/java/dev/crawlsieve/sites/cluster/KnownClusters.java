package dev.crawlsieve.sites.cluster;

import dev.crawlsieve.core.bytemap.ByteMapReader;
import dev.crawlsieve.core.fingerprint.Coordinates;
import java.util.Optional;

/**
 * Reads clusters from the store of {@link LaneClusters}, for queries from outside the lane.
 *
 * @param store the store of a lane's clusters
 */
public record KnownClusters(ByteMapReader store) {

  /** The cluster of a leader; empty if the page is not a leader of this lane, or no longer is. */
  public Optional<Cluster> of(Coordinates leader) {
    return Optional.ofNullable(store.get(ClusterStore.key(leader))).map(ClusterCodec::cluster);
  }
}
