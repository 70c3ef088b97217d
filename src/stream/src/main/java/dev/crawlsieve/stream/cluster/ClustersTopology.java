package dev.crawlsieve.stream.cluster;

import dev.crawlsieve.core.engine.PagePipeline;
import dev.crawlsieve.sites.cluster.DeclaredFeatures;
import dev.crawlsieve.stream.config.ClustersConfig;
import dev.crawlsieve.stream.topology.LaneListener;
import dev.crawlsieve.stream.topology.SieveTopology;
import dev.crawlsieve.stream.topology.TopologySetup;
import dev.crawlsieve.stream.topology.WingTopology;
import java.util.Optional;
import org.apache.kafka.streams.Topology;

/**
 * Forms clusters, if {@code clusters.enabled}:
 *
 * <pre>
 *              sub-topology "index":  fingerprints ──▶ decide ──▶ clusters
 * </pre>
 *
 * <p>It has no processor of its own, since {@code dedup.keep} may change what a verdict says.
 */
public final class ClustersTopology extends WingTopology {

  public ClustersTopology() {
    super(ClustersConfig.WING);
  }

  @Override
  protected PagePipeline.Declared declared(TopologySetup setup) {
    return new DeclaredFeatures(setup.meters()::unreadable);
  }

  @Override
  protected Optional<LaneListener> lane(TopologySetup setup) {
    return Optional.of(new ClustersListener(setup));
  }

  @Override
  protected void addToLane(Topology topology, TopologySetup setup) {
    addFindings(topology, setup, SieveTopology.DECIDE);
  }
}
