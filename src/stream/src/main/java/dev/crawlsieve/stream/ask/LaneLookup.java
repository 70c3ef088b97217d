package dev.crawlsieve.stream.ask;

import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.index.Lookup;
import dev.crawlsieve.core.shard.ShardRule;
import dev.crawlsieve.core.verdict.Decider;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.http.Asker;
import dev.crawlsieve.stream.http.RefusedException;
import dev.crawlsieve.stream.index.LaneNotHereException;
import dev.crawlsieve.stream.index.LaneView;
import dev.crawlsieve.stream.index.NearestLeaders;
import dev.crawlsieve.stream.index.StoreView;
import dev.crawlsieve.stream.topology.SieveTopology;
import java.util.List;

/** Looks a page up in its lane: in the index on this instance, or in shards wherever they are. */
final class LaneLookup {

  private final SieveConfig config;
  private final Instances instances;
  private final PartSearch parts;

  LaneLookup(SieveConfig config, Instances instances, PartSearch parts) {
    this.config = config;
    this.instances = instances;
    this.parts = parts;
  }

  /**
   * What would be decided on a page now.
   *
   * @param nearest whether the nearest kept pages are wanted, and not only the verdict
   * @throws LaneNotHereException if the lane has a single index, and it is not here
   * @throws RefusedException if a part of the lane cannot be searched now, or the asker has gone
   */
  Neighbourhood of(int lane, LeaderRecord page, boolean nearest, Asker asker)
      throws LaneNotHereException, RefusedException {
    Verdict.Basis basis = new Verdict.Basis(config.detector().name(), config.verdictHash());
    if (config.shards() > 0) {
      return new ShardedNeighbours(ShardRule.of(config.shards(), config.index()), basis)
          .of(lane, page, new InstanceParts(config, instances, parts, lane, nearest, asker));
    }
    LaneView view =
        new LaneView(
            new StoreView(instances.streams(), SieveTopology.INDEX_STORE, lane, "lane " + lane));
    long asOf = view.asOf(); // asked first: the lookup knows these at least
    Lookup match = view.bestMatch(page);
    NearestLeaders near = new NearestLeaders(List.of(), 0, 0);
    if (nearest) {
      near = view.nearest(page, NearPage.MOST, LocalParts.COMPARED, asker::gone);
      asker.ensureThere();
    }
    Verdict verdict = Decider.verdict(lane, page, match, config.rule().overrides(), basis);
    return new Neighbourhood(verdict, NearPage.of(near), near.leaders(), near.compared(), asOf);
  }
}
