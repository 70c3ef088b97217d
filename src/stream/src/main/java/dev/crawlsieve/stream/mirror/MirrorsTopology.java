package dev.crawlsieve.stream.mirror;

import dev.crawlsieve.stream.config.MirrorsConfig;
import dev.crawlsieve.stream.config.TopicNames;
import dev.crawlsieve.stream.config.Wing;
import dev.crawlsieve.stream.topology.Changelogs;
import dev.crawlsieve.stream.topology.PageListener;
import dev.crawlsieve.stream.topology.SieveTopology;
import dev.crawlsieve.stream.topology.TopologySetup;
import dev.crawlsieve.stream.topology.WingTopology;
import java.util.function.Supplier;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.state.Stores;

/**
 * Learns mirrors, if {@code mirrors.enabled}:
 *
 * <pre>
 *              sub-topology "pages":   verdicts ──▶ observe ──▶ observations
 *                                      pages ──▶ fingerprint ──▶ observations
 *              sub-topology "mirrors": observations ──▶ learn ──▶ mirrors
 * </pre>
 *
 * <p>The verdicts of all partitions are merged into one, since a host's pages may be in any of
 * them.
 */
public final class MirrorsTopology implements WingTopology {

  static final String OBSERVATIONS_SINK = "observations-sink";
  static final String OBSERVE_DEAD_LETTERS_SINK = "observe-dead-letters-sink";
  static final String MIRRORS_SINK = "mirrors-sink";
  static final String MIRRORS_DEAD_LETTERS_SINK = "mirrors-dead-letters-sink";

  private static final String OBSERVE = "observe";
  private static final String OBSERVATIONS_SOURCE = "observations-source";
  private static final String LEARN = "learn";

  @Override
  public Wing wing() {
    return MirrorsConfig.WING;
  }

  @Override
  public Supplier<PageListener> pages(TopologySetup setup) {
    return OutLinksListener::new;
  }

  @Override
  public void addTo(Topology topology, TopologySetup setup) {
    TopicNames topics = setup.config().topics();
    topology.addProcessor(
        OBSERVE, () -> new ObserveProcessor(setup.letters()), SieveTopology.VERDICTS_SOURCE);
    String[] observed =
        topics.ownLog()
            ? new String[] {SieveTopology.FINGERPRINT, OBSERVE}
            : new String[] {OBSERVE};
    SieveTopology.addSink(topology, OBSERVATIONS_SINK, topics.log(MirrorsConfig.WING), observed);
    SieveTopology.addSink(topology, OBSERVE_DEAD_LETTERS_SINK, topics.deadLetters(), OBSERVE);
    SieveTopology.addSource(
        topology, OBSERVATIONS_SOURCE, setup.time(), topics.log(MirrorsConfig.WING));
    topology.addProcessor(LEARN, () -> new MirrorsProcessor(setup), OBSERVATIONS_SOURCE);
    SieveTopology.addStore(
        topology,
        Stores.persistentKeyValueStore(MirrorsConfig.WING.store()),
        Changelogs.other(setup.config()),
        LEARN);
    SieveTopology.addSink(topology, MIRRORS_SINK, topics.found(MirrorsConfig.WING), LEARN);
    SieveTopology.addSink(topology, MIRRORS_DEAD_LETTERS_SINK, topics.deadLetters(), LEARN);
  }
}
