package dev.crawlsieve.stream.topology;

import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.config.TopicNames;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.state.Stores;

/**
 * Learns mirrors; adds nothing unless {@code mirrors.enabled}:
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
final class MirrorsTopology {

  static final String OBSERVATIONS_SINK = "observations-sink";
  static final String OBSERVE_DEAD_LETTERS_SINK = "observe-dead-letters-sink";
  static final String MIRRORS_SINK = "mirrors-sink";
  static final String MIRRORS_DEAD_LETTERS_SINK = "mirrors-dead-letters-sink";

  private static final String OBSERVE = "observe";
  private static final String OBSERVATIONS_SOURCE = "observations-source";
  private static final String LEARN = "learn";

  private final SieveConfig config;
  private final TopologySetup setup;

  MirrorsTopology(TopologySetup setup) {
    this.config = setup.config();
    this.setup = setup;
  }

  /** The observer of pages whose fingerprints are being made; a new one for each task. */
  PageObserver pages() {
    return config.mirrorsEnabled() ? new LinkForwarder() : PageObserver.NONE;
  }

  /** Adds this part to a topology that has verdicts and, optionally, makes fingerprints. */
  void addTo(Topology topology) {
    if (config.mirrorsEnabled()) {
      addObserve(topology, config.topics());
      addLearn(topology, config.topics());
    }
  }

  private void addObserve(Topology topology, TopicNames topics) {
    topology.addProcessor(
        OBSERVE, () -> new ObserveProcessor(setup.letters()), SieveTopology.VERDICTS_SOURCE);
    String[] observed =
        topics.ownLog()
            ? new String[] {SieveTopology.FINGERPRINT, OBSERVE}
            : new String[] {OBSERVE};
    addSink(topology, OBSERVATIONS_SINK, topics.observations(), observed);
    addSink(topology, OBSERVE_DEAD_LETTERS_SINK, topics.deadLetters(), OBSERVE);
  }

  private void addLearn(Topology topology, TopicNames topics) {
    SieveTopology.addSource(topology, OBSERVATIONS_SOURCE, setup.time(), topics.observations());
    topology.addProcessor(LEARN, () -> new MirrorsProcessor(setup), OBSERVATIONS_SOURCE);
    topology.addStateStore(
        Stores.keyValueStoreBuilder(
                Stores.persistentKeyValueStore(SieveTopology.MIRRORS_STORE),
                Serdes.Bytes(),
                Serdes.ByteArray())
            .withLoggingEnabled(Changelogs.other(config))
            .withCachingDisabled(),
        LEARN);
    addSink(topology, MIRRORS_SINK, topics.mirrors(), LEARN);
    addSink(topology, MIRRORS_DEAD_LETTERS_SINK, topics.deadLetters(), LEARN);
  }

  private static void addSink(Topology topology, String name, String topic, String... from) {
    topology.addSink(name, topic, SieveTopology.BYTES, SieveTopology.BYTES, from);
  }
}
