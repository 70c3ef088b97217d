package dev.crawlsieve.stream.topology;

import dev.crawlsieve.core.cluster.ClusterTopic;
import dev.crawlsieve.core.cluster.Features;
import dev.crawlsieve.core.cluster.LaneClusters;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.index.ChangeloggedIndex;
import java.time.Duration;
import java.util.Optional;
import org.apache.kafka.common.header.Header;
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
 */
final class ClustersTopology implements DecisionHook.Supplier {

  private static final String SINK = "clusters-sink";
  private static final Duration TELL_EVERY = Duration.ofSeconds(1);

  private final SieveConfig config;
  private final RecordTime time;
  private final SieveMeters meters;

  ClustersTopology(SieveConfig config, RecordTime time, SieveMeters meters) {
    this.config = config;
    this.time = time;
    this.meters = meters;
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
  public DecisionHook open(ProcessorContext<byte[], Object> context, ChangeloggedIndex index) {
    if (!config.clusters().enabled()) {
      return DecisionHook.NONE;
    }
    LaneClusters clusters =
        new LaneClusters(
            config.clusters(),
            new StoredByteMap(context.getStateStore(SieveTopology.CLUSTERS_STORE)),
            context.taskId().partition(),
            topic(context));
    index.onExpiry((ordinal, now) -> clusters.forget(index.get(ordinal).source(), now));
    // The clock only affects when clusters are published, not what is published last.
    Cancellable unused =
        context.schedule(TELL_EVERY, PunctuationType.WALL_CLOCK_TIME, now -> clusters.tell());
    return (verdict, fingerprint) -> clusters.take(verdict, features(fingerprint));
  }

  private ClusterTopic topic(ProcessorContext<byte[], Object> context) {
    return (key, value, timestamp) -> {
      context.forward(new Record<>(key, value, time.bounded(timestamp), new RecordHeaders()), SINK);
      meters.clusterPublished();
    };
  }

  /** A log that was made without clusters, or was tampered with, has no features of its pages. */
  private Features features(Record<byte[], byte[]> fingerprint) {
    Header header = fingerprint.headers().lastHeader(FeatureReader.HEADER);
    Optional<Features> features =
        header == null ? Optional.empty() : Features.decode(header.value());
    if (features.isEmpty()) {
      meters.unreadable("all");
    }
    return features.orElse(Features.NONE).measured(config.clusters(), fingerprint.value());
  }
}
