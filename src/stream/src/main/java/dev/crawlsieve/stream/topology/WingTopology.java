package dev.crawlsieve.stream.topology;

import dev.crawlsieve.stream.config.Wing;
import java.util.function.Supplier;
import org.apache.kafka.streams.Topology;

/**
 * The processors of a wing, and where they hook into the main way, which knows only this of them.
 */
public interface WingTopology {

  /** What it has on brokers, and the setting that puts it in use. */
  Wing wing();

  /** Makes what listens to the pages of a processor, if fingerprints are made. */
  default Supplier<PageListener> pages(TopologySetup setup) {
    return () -> PageListener.NONE;
  }

  /** Adds its processors, stores, sources and sinks to a whole topology. */
  void addTo(Topology topology, TopologySetup setup);
}
