package dev.crawlsieve.stream.mirror;

import dev.crawlsieve.stream.config.MirrorsConfig;
import dev.crawlsieve.stream.config.TopicNames;
import dev.crawlsieve.stream.topology.SieveTopology;
import dev.crawlsieve.stream.topology.TopologySetup;
import dev.crawlsieve.stream.topology.WingTopology;
import org.apache.kafka.streams.Topology;

/**
 * Learns mirrors, if {@code mirrors.enabled}:
 *
 * <pre>
 *              sub-topology "pages":   verdicts ──▶ observe ──▶ observations
 *              sub-topology "mirrors": observations ──▶ learn ──▶ mirrors
 * </pre>
 *
 * <p>The verdicts of all partitions are merged into one, since a host's pages may be in any of
 * them.
 */
public final class MirrorsTopology extends WingTopology {

  static final String OBSERVE_DEAD_LETTERS_SINK = "observe-dead-letters-sink";

  private static final String OBSERVE = "observe";

  public MirrorsTopology() {
    super(MirrorsConfig.WING);
  }

  @Override
  protected void addTo(Topology topology, TopologySetup setup) {
    TopicNames topics = setup.config().topics();
    topology.addProcessor(
        OBSERVE, () -> new ObserveProcessor(setup.letters()), SieveTopology.VERDICTS_SOURCE);
    SieveTopology.addSink(topology, wing().logSink(), topics.log(wing()), OBSERVE);
    SieveTopology.addSink(topology, OBSERVE_DEAD_LETTERS_SINK, topics.deadLetters(), OBSERVE);
    addReader(topology, setup, "learn", () -> new MirrorsProcessor(setup));
  }
}
