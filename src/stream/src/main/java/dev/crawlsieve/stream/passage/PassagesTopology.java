package dev.crawlsieve.stream.passage;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.fingerprint.ScopeHash;
import dev.crawlsieve.sites.passage.PageObserver;
import dev.crawlsieve.stream.config.PassagesConfig;
import dev.crawlsieve.stream.config.TopicNames;
import dev.crawlsieve.stream.config.Wing;
import dev.crawlsieve.stream.topology.Changelogs;
import dev.crawlsieve.stream.topology.PageListener;
import dev.crawlsieve.stream.topology.PartitionChoice;
import dev.crawlsieve.stream.topology.SieveTopology;
import dev.crawlsieve.stream.topology.TopologySetup;
import dev.crawlsieve.stream.topology.WingTopology;
import java.util.function.Supplier;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.Stores;

/**
 * Learns passages, if {@code passages.enabled}:
 *
 * <pre>
 *              sub-topology "pages":    pages ──▶ fingerprint ──▶ page-blocks, by site
 *              sub-topology "passages": page-blocks ──▶ count ──▶ passages
 * </pre>
 *
 * <p>Blocks come from all pages as they arrive, whether they are kept or dropped later: a copy has
 * its site's frame like any other page, and its text has just been read here.
 */
public final class PassagesTopology implements WingTopology {

  static final String PASSAGES_SINK = "passages-sink";
  static final String DEAD_LETTERS_SINK = "passages-dead-letters-sink";
  static final PartitionChoice<byte[], byte[]> BY_SITE =
      (site, value, partitions) -> ScopeHash.lane(site, partitions);

  private static final String BLOCKS_SINK = "page-blocks-sink";
  private static final String BLOCKS_SOURCE = "page-blocks-source";
  private static final String COUNT = "count";

  @Override
  public Wing wing() {
    return PassagesConfig.WING;
  }

  /** Forwards the blocks of pages. One observer sees those of all processors. */
  @Override
  public Supplier<PageListener> pages(TopologySetup setup) {
    PageObserver observer = new PageObserver(setup.config().fingerprinting());
    return () ->
        (page, timestamp, context) -> {
          PageObserver.Observed observed = observer.observe(page, timestamp);
          if (observed != null) {
            context.forward(
                new Record<>(
                    observed.site().getBytes(UTF_8),
                    observed.blocks(),
                    timestamp,
                    new RecordHeaders()),
                BLOCKS_SINK);
          }
        };
  }

  @Override
  public void addTo(Topology topology, TopologySetup setup) {
    TopicNames topics = setup.config().topics();
    topology.addSink(
        BLOCKS_SINK,
        topics.log(PassagesConfig.WING),
        new ByteArraySerializer(),
        new ByteArraySerializer(),
        BY_SITE.partitioner(),
        SieveTopology.FINGERPRINT);
    SieveTopology.addSource(topology, BLOCKS_SOURCE, setup.time(), topics.log(PassagesConfig.WING));
    topology.addProcessor(COUNT, () -> new PassagesProcessor(setup), BLOCKS_SOURCE);
    SieveTopology.addStore(
        topology,
        Stores.persistentKeyValueStore(PassagesConfig.WING.store()),
        Changelogs.other(setup.config()),
        COUNT);
    SieveTopology.addSink(topology, PASSAGES_SINK, topics.found(PassagesConfig.WING), COUNT);
    SieveTopology.addSink(topology, DEAD_LETTERS_SINK, topics.deadLetters(), COUNT);
  }
}
