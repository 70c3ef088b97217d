package dev.crawlsieve.core.cluster;

import dev.crawlsieve.core.fingerprint.Coordinates;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Clusters in the store of {@link LaneClusters}, read from outside. */
public final class KnownClusters {

  private final UnaryOperator<byte[]> store;

  /**
   * @param store returns the value of a key in the store of a lane's clusters, or null
   */
  public KnownClusters(UnaryOperator<byte[]> store) {
    this.store = store;
  }

  /** The cluster of a leader; none if this lane does not keep the page, or no longer keeps it. */
  public Optional<Cluster> of(Coordinates leader) {
    return Optional.ofNullable(store.apply(ClusterStore.key(leader))).map(ClusterCodec::cluster);
  }
}
