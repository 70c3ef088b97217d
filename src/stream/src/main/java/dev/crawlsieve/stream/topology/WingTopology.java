package dev.crawlsieve.stream.topology;

import dev.crawlsieve.core.engine.PagePipeline;
import dev.crawlsieve.stream.config.Wing;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.kafka.streams.Topology;

/**
 * The processors of a wing, and where they hook into the main way, which knows only this of them.
 */
public interface WingTopology {

  /** What it has on brokers, and the setting that puts it in use. */
  Wing wing();

  /**
   * Makes what reads from pages, in addition to their text, what the decider needs to know: see
   * {@link FeaturesHeader}. One wing can do so.
   */
  default PagePipeline.Declared declared(TopologySetup setup) {
    return PagePipeline.Declared.NOTHING;
  }

  /** Makes what listens to the pages of a processor, if fingerprints are made. */
  default Supplier<PageListener> pages(TopologySetup setup) {
    return () -> PageListener.NONE;
  }

  /** Makes what listens to the decisions of a processor; empty if nothing does. */
  default Optional<LaneListener> lane(TopologySetup setup) {
    return Optional.empty();
  }

  /** Adds what {@link #lane} needs to the deciding half of a topology. */
  default void addToLane(Topology topology, TopologySetup setup) {}

  /** Adds its other processors, stores, sources and sinks to a whole topology. */
  default void addTo(Topology topology, TopologySetup setup) {}
}
