package dev.crawlsieve.stream.topology;

import dev.crawlsieve.core.cluster.ClusterTopic;
import dev.crawlsieve.core.cluster.Features;
import dev.crawlsieve.core.cluster.LaneClusters;
import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.stream.config.SieveConfig;
import java.time.Duration;
import java.util.Optional;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.Stores;

/**
 * Builds clusters from verdicts as they are decided; adds nothing unless {@code clusters.enabled}:
 *
 * <pre>
 *              sub-topology "index":   fingerprints ──▶ decide ──▶ clusters
 * </pre>
 *
 * <p>With shards, {@code decide} is the processor of sub-topology "lane".
 */
final class ClustersTopology implements DecisionHook.Supplier {

  private static final String SINK = "clusters-sink";
  private static final Duration TELL_EVERY = Duration.ofSeconds(1);

  private final SieveConfig config;
  private final RecordTime time;
  private final SieveMeters meters;

  ClustersTopology(TopologySetup setup) {
    this.config = setup.config();
    this.time = setup.time();
    this.meters = setup.meters();
  }

  /** Adds this part to a topology that decides. */
  void addTo(Topology topology) {
    if (config.clusters().enabled()) {
      topology.addStateStore(
          Stores.keyValueStoreBuilder(
                  Stores.persistentKeyValueStore(SieveTopology.CLUSTERS_STORE),
                  Serdes.Bytes(),
                  Serdes.ByteArray())
              .withLoggingEnabled(Changelogs.other(config))
              .withCachingDisabled(),
          SieveTopology.DECIDE);
      topology.addSink(
          SINK,
          config.topics().clusters(),
          SieveTopology.BYTES,
          SieveTopology.BYTES,
          SieveTopology.DECIDE);
    }
  }

  @Override
  public DecisionHook open(ProcessorContext<byte[], Object> context, LeaderExpiry expiry) {
    if (!config.clusters().enabled()) {
      return DecisionHook.NONE;
    }
    StoredByteMap store = new StoredByteMap(context.getStateStore(SieveTopology.CLUSTERS_STORE));
    LaneClusters clusters =
        new LaneClusters(config.clusters(), store, context.taskId().partition(), topic(context));
    expiry.follow(store, clusters::forget);
    // The clock only affects when clusters are published, not what is published last.
    Cancellable unused =
        context.schedule(TELL_EVERY, PunctuationType.WALL_CLOCK_TIME, now -> clusters.tell());
    return (verdict, page, headers) -> clusters.take(verdict, features(page, headers));
  }

  private ClusterTopic topic(ProcessorContext<byte[], Object> context) {
    return (key, value, timestamp) -> {
      context.forward(new Record<>(key, value, time.bounded(timestamp), new RecordHeaders()), SINK);
      meters.clusterPublished();
    };
  }

  /** A log that was made without clusters, or was tampered with, has no features of its pages. */
  private Features features(LeaderRecord page, Headers headers) {
    Optional<Features> features = FeaturesHeader.read(headers);
    if (features.isEmpty()) {
      meters.unreadable("all");
    }
    return features.orElse(Features.NONE).measured(config.clusters(), page.tokens());
  }
}
