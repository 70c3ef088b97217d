package dev.crawlsieve.stream.passage;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.fingerprint.ScopeHash;
import dev.crawlsieve.sites.passage.PageObserver;
import dev.crawlsieve.stream.config.PassagesConfig;
import dev.crawlsieve.stream.topology.PageListener;
import dev.crawlsieve.stream.topology.PartitionChoice;
import dev.crawlsieve.stream.topology.SieveTopology;
import dev.crawlsieve.stream.topology.TopologySetup;
import dev.crawlsieve.stream.topology.WingTopology;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.api.Record;

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
public final class PassagesTopology extends WingTopology {

  static final PartitionChoice<byte[], byte[]> BY_SITE =
      (site, value, partitions) -> ScopeHash.lane(site, partitions);

  public PassagesTopology() {
    super(PassagesConfig.WING);
  }

  /** Forwards the blocks of pages. One observer sees those of all processors. */
  @Override
  protected Optional<Supplier<PageListener>> pages(TopologySetup setup) {
    PageObserver observer = new PageObserver(setup.config().fingerprinting());
    PageListener listener =
        (page, timestamp, context) -> {
          PageObserver.Observed observed = observer.observe(page, timestamp);
          if (observed != null) {
            context.forward(
                new Record<>(
                    observed.site().getBytes(UTF_8),
                    observed.blocks(),
                    timestamp,
                    new RecordHeaders()),
                wing().logSink());
          }
        };
    return Optional.of(() -> listener);
  }

  @Override
  protected void addTo(Topology topology, TopologySetup setup) {
    topology.addSink(
        wing().logSink(),
        setup.config().topics().log(wing()),
        new ByteArraySerializer(),
        new ByteArraySerializer(),
        BY_SITE.partitioner(),
        SieveTopology.FINGERPRINT);
    addReader(topology, setup, "count", () -> new PassagesProcessor(setup));
  }
}
