package dev.crawlsieve.stream.shard;

import dev.crawlsieve.core.config.IndexSettings;
import dev.crawlsieve.stream.config.IndexTasks;
import dev.crawlsieve.stream.config.TopicNames;
import dev.crawlsieve.stream.topology.SieveTopology;
import dev.crawlsieve.stream.topology.TopologySetup;
import org.apache.kafka.streams.Topology;

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

  private final Topology topology;
  private final TopologySetup setup;
  private final TopicNames topics;

  private ShardsTopology(Topology topology, TopologySetup setup) {
    this.topology = topology;
    this.setup = setup;
    this.topics = setup.config().topics();
  }

  /** Adds this part; the sink of verdicts is added by the caller. */
  public static void addTo(Topology topology, TopologySetup setup) {
    ShardsTopology added = new ShardsTopology(topology, setup);
    added.addLane(setup.config().index());
    added.addShards(setup.config().index());
  }

  private void addLane(IndexSettings index) {
    addSource(SieveTopology.FINGERPRINTS_SOURCE, topics.fingerprints());
    addSource(FOUND_SOURCE, topics.found());
    topology.addProcessor(
        ENTER, () -> new EnterProcessor(setup), SieveTopology.FINGERPRINTS_SOURCE);
    topology.addProcessor(
        SieveTopology.DECIDE, () -> new ShardedDecideProcessor(setup), FOUND_SOURCE);
    // Also connects the two processors, so they are one task, which decides on old pages before new
    // ones enter.
    SieveTopology.addStore(topology, setup, IndexTasks.ENTERED_STORE, ENTER, SieveTopology.DECIDE);
    SieveTopology.addIndex(
        topology,
        setup,
        IndexTasks.RECENT_STORE,
        index.within(index.memoryBytes() / RECENT_SHARE),
        "newest pages of lane",
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

  private void addShards(IndexSettings index) {
    addSource(LOOKUPS_SOURCE, topics.lookups());
    addSource(LEADERS_SOURCE, topics.leaders());
    topology.addProcessor(LOOK_UP, () -> new ShardProcessor(setup), LOOKUPS_SOURCE, LEADERS_SOURCE);
    SieveTopology.addIndex(topology, setup, IndexTasks.INDEX_STORE, index, "shard", LOOK_UP);
    SieveTopology.addRouted(topology, NEXT_LOOKUPS_SINK, topics.lookups(), LOOK_UP);
    SieveTopology.addRouted(topology, FOUND_SINK, topics.found(), LOOK_UP);
    SieveTopology.addSink(topology, SHARDS_DEAD_LETTERS_SINK, topics.deadLetters(), LOOK_UP);
  }

  private void addSource(String name, String topic) {
    SieveTopology.addSource(topology, name, setup.time(), topic);
  }
}
