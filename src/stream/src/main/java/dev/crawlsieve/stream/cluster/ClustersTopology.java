package dev.crawlsieve.stream.cluster;

import dev.crawlsieve.core.engine.PagePipeline;
import dev.crawlsieve.sites.cluster.DeclaredFeatures;
import dev.crawlsieve.stream.config.ClustersConfig;
import dev.crawlsieve.stream.config.Wing;
import dev.crawlsieve.stream.topology.Changelogs;
import dev.crawlsieve.stream.topology.LaneListener;
import dev.crawlsieve.stream.topology.SieveTopology;
import dev.crawlsieve.stream.topology.TopologySetup;
import dev.crawlsieve.stream.topology.WingTopology;
import java.util.Optional;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.state.Stores;

/**
 * Forms clusters, if {@code clusters.enabled}:
 *
 * <pre>
 *              sub-topology "index":  fingerprints ──▶ decide ──▶ clusters
 * </pre>
 *
 * <p>It has no processor of its own, since {@code dedup.keep} may change what a verdict says.
 */
public final class ClustersTopology implements WingTopology {

  static final String CLUSTERS_SINK = "clusters-sink";

  @Override
  public Wing wing() {
    return ClustersConfig.WING;
  }

  @Override
  public PagePipeline.Declared declared(TopologySetup setup) {
    return new DeclaredFeatures(setup.meters()::unreadable);
  }

  @Override
  public Optional<LaneListener> lane(TopologySetup setup) {
    return Optional.of(new ClustersListener(setup));
  }

  @Override
  public void addToLane(Topology topology, TopologySetup setup) {
    SieveTopology.addStore(
        topology,
        Stores.persistentKeyValueStore(ClustersConfig.WING.store()),
        Changelogs.other(setup.config()),
        SieveTopology.DECIDE);
    SieveTopology.addSink(
        topology,
        CLUSTERS_SINK,
        setup.config().topics().found(ClustersConfig.WING),
        SieveTopology.DECIDE);
  }
}
