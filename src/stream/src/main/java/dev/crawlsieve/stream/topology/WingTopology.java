package dev.crawlsieve.stream.topology;

import dev.crawlsieve.core.engine.PagePipeline;
import dev.crawlsieve.stream.config.TopicNames;
import dev.crawlsieve.stream.config.Wing;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;

/**
 * The processors of a wing, and where they hook into the main way, which knows only this of them.
 */
public abstract class WingTopology {

  private final Wing wing;

  protected WingTopology(Wing wing) {
    this.wing = wing;
  }

  /** What it has on brokers, and the setting that puts it in use. */
  public final Wing wing() {
    return wing;
  }

  /**
   * Makes what reads from pages, in addition to their text, what the decider needs to know: see
   * {@link FeaturesHeader}. One wing can do so.
   */
  protected PagePipeline.Declared declared(TopologySetup setup) {
    return PagePipeline.Declared.NOTHING;
  }

  /** Makes what listens to the pages of a processor, if fingerprints are made. */
  protected Optional<Supplier<PageListener>> pages(TopologySetup setup) {
    return Optional.empty();
  }

  /** Makes what listens to the decisions of a processor. */
  protected Optional<LaneListener> lane(TopologySetup setup) {
    return Optional.empty();
  }

  /** Adds what {@link #lane} needs to the deciding half of a topology. */
  protected void addToLane(Topology topology, TopologySetup setup) {}

  /** Adds all else to a whole topology. */
  protected void addTo(Topology topology, TopologySetup setup) {}

  /** Adds a processor that reads the wing's log into its store, and what it writes. */
  protected final void addReader(
      Topology topology,
      TopologySetup setup,
      String name,
      ProcessorSupplier<byte[], byte[], byte[], Object> processor) {
    TopicNames topics = setup.config().topics();
    SieveTopology.addSource(topology, wing.logSource(), setup.time(), topics.log(wing));
    topology.addProcessor(name, processor, wing.logSource());
    addFindings(topology, setup, name);
    SieveTopology.addSink(topology, wing.deadLettersSink(), topics.deadLetters(), name);
  }

  /** Adds the wing's store and the sink of its findings to a processor. */
  protected final void addFindings(Topology topology, TopologySetup setup, String processor) {
    SieveTopology.addStore(topology, setup, wing.store(), processor);
    SieveTopology.addSink(
        topology, wing.foundSink(), setup.config().topics().found(wing), processor);
  }
}
