package dev.crawlsieve.stream.shard;

import dev.crawlsieve.core.config.IndexSettings;
import dev.crawlsieve.stream.config.IndexTasks;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.config.TopicNames;
import dev.crawlsieve.stream.index.IndexStoreSupplier;
import dev.crawlsieve.stream.meters.SieveMeters;
import dev.crawlsieve.stream.topology.Changelogs;
import dev.crawlsieve.stream.topology.RecordTime;
import dev.crawlsieve.stream.topology.SieveTopology;
import dev.crawlsieve.stream.topology.TopologySetup;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.state.Stores;

/**
 * The deciding half of the topology if the leaders of a lane are dealt out to shards. It replaces
 * the single task per lane of {@link SieveTopology}:
 *
 * <pre>
 *   sub-topology "lane", a task per lane
 *     fingerprints ──▶ enter ──▶ lookups of the first shard
 *     found ──▶ decide ──▶ verdicts
 *                 └──────▶ leaders of the shard that the page belongs to
 *   sub-topology "shards", a task per lane and shard
 *     lookups ──▶ look-up ──▶ lookups of the next shard, or found
 *     leaders ──▶    │
 * </pre>
 *
 * <p>The partition of a shard is {@code lane * shards + shard} in both of its topics.
 */
public final class ShardsTopology {

  static final String LOOKUPS_SINK = "lookups-sink";
  static final String NEXT_LOOKUPS_SINK = "next-lookups-sink";
  static final String FOUND_SINK = "found-sink";
  static final String LEADERS_SINK = "leaders-sink";
  static final String SHARDS_DEAD_LETTERS_SINK = "shards-dead-letters-sink";

  private static final String ENTER = "enter";
  private static final String LOOK_UP = "look-up";
  private static final String FOUND_SOURCE = "found-source";
  private static final String LOOKUPS_SOURCE = "lookups-source";
  private static final String LEADERS_SOURCE = "leaders-source";

  /** The share of a shard's memory that the decider may use for the newest leaders of the lane. */
  private static final int RECENT_SHARE = 8;

  private final SieveConfig config;
  private final RecordTime time;
  private final SieveMeters meters;
  private final TopologySetup setup;

  private ShardsTopology(TopologySetup setup) {
    this.config = setup.config();
    this.time = setup.time();
    this.meters = setup.meters();
    this.setup = setup;
  }

  /** Adds this part; the sink of verdicts is added by the caller. */
  public static void addTo(Topology topology, TopologySetup setup) {
    ShardsTopology added = new ShardsTopology(setup);
    added.addLane(topology, setup.config().topics());
    added.addShards(topology, setup.config().topics());
  }

  private void addLane(Topology topology, TopicNames topics) {
    SieveTopology.addSource(
        topology, SieveTopology.FINGERPRINTS_SOURCE, time, topics.fingerprints());
    SieveTopology.addSource(topology, FOUND_SOURCE, time, topics.found());
    topology.addProcessor(
        ENTER, () -> new EnterProcessor(setup), SieveTopology.FINGERPRINTS_SOURCE);
    topology.addProcessor(
        SieveTopology.DECIDE, () -> new ShardedDecideProcessor(setup), FOUND_SOURCE);
    // Also connects the two processors, so they are one task, which decides on old pages before new
    // ones enter.
    SieveTopology.addStore(
        topology,
        Stores.persistentKeyValueStore(IndexTasks.ENTERED_STORE),
        Changelogs.other(config),
        ENTER,
        SieveTopology.DECIDE);
    IndexSettings small = config.index().within(config.index().memoryBytes() / RECENT_SHARE);
    SieveTopology.addStore(
        topology,
        new IndexStoreSupplier(
            IndexTasks.RECENT_STORE, small, meters.lanes(), "newest pages of lane"),
        Changelogs.index(config),
        SieveTopology.DECIDE);
    SieveTopology.addRouted(topology, LOOKUPS_SINK, topics.lookups(), ENTER);
    SieveTopology.addRouted(topology, LEADERS_SINK, topics.leaders(), SieveTopology.DECIDE);
    SieveTopology.addSink(
        topology,
        SieveTopology.INDEX_DEAD_LETTERS_SINK,
        topics.deadLetters(),
        ENTER,
        SieveTopology.DECIDE);
  }

  private void addShards(Topology topology, TopicNames topics) {
    SieveTopology.addSource(topology, LOOKUPS_SOURCE, time, topics.lookups());
    SieveTopology.addSource(topology, LEADERS_SOURCE, time, topics.leaders());
    topology.addProcessor(LOOK_UP, () -> new ShardProcessor(setup), LOOKUPS_SOURCE, LEADERS_SOURCE);
    SieveTopology.addStore(
        topology,
        new IndexStoreSupplier(IndexTasks.INDEX_STORE, config.index(), meters.lanes(), "shard"),
        Changelogs.index(config),
        LOOK_UP);
    SieveTopology.addRouted(topology, NEXT_LOOKUPS_SINK, topics.lookups(), LOOK_UP);
    SieveTopology.addRouted(topology, FOUND_SINK, topics.found(), LOOK_UP);
    SieveTopology.addSink(topology, SHARDS_DEAD_LETTERS_SINK, topics.deadLetters(), LOOK_UP);
  }
}
