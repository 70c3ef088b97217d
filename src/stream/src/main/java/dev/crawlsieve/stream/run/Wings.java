package dev.crawlsieve.stream.run;

import dev.crawlsieve.stream.cluster.ClustersTopology;
import dev.crawlsieve.stream.mirror.MirrorsTopology;
import dev.crawlsieve.stream.passage.PassagesTopology;
import dev.crawlsieve.stream.shard.ShardsTopology;
import dev.crawlsieve.stream.topology.WingTopologies;
import java.util.List;

/** The wings of the topology: the one place that names them. */
public final class Wings {

  /** All wings, in use or not. */
  public static final WingTopologies ALL =
      new WingTopologies(
          List.of(new MirrorsTopology(), new ClustersTopology(), new PassagesTopology()),
          ShardsTopology::addTo);

  private Wings() {}
}
