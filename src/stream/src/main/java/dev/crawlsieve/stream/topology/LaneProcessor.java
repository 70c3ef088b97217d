package dev.crawlsieve.stream.topology;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.bytemap.ByteMap;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.sites.cluster.ClusterSettings;
import dev.crawlsieve.sites.cluster.Features;
import dev.crawlsieve.sites.cluster.LaneClusters;
import dev.crawlsieve.stream.config.ClustersConfig;
import java.time.Duration;
import java.util.Optional;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Base of the processors that decide on the pages of a lane. Publishes verdicts and, with {@code
 * clusters.enabled}, the clusters that they form.
 *
 * <p>Only a record that cannot be decoded is set aside, since nothing was written for it. Any other
 * failure stops the task: continuing would not undo the writes made before the failure.
 */
abstract class LaneProcessor extends SieveProcessor {

  static final String STAGE = "decide";

  private static final Duration TELL_EVERY = Duration.ofSeconds(1);

  @Nullable LaneClusters clusters;

  private final ClusterSettings settings;
  private final RecordTime time;
  private final CostlyLookups costly = new CostlyLookups();
  private final UrlPartitions partitions = new UrlPartitions();
  private final PolicyWarning policy;

  LaneProcessor(TopologySetup setup) {
    super(setup, STAGE, SieveTopology.INDEX_DEAD_LETTERS_SINK);
    this.settings = config.clusters();
    this.policy = new PolicyWarning(settings);
    this.time = setup.time();
  }

  /** Opens the lane's clusters, if there are any. */
  final void openClusters() {
    if (settings.enabled()) {
      LaneClusters opened =
          new LaneClusters(
              settings, clusterStore(), context.taskId().partition(), this::publishCluster);
      clusters = opened;
      // The clock only affects when clusters are published, not what is published last.
      Cancellable unused =
          context.schedule(TELL_EVERY, PunctuationType.WALL_CLOCK_TIME, now -> opened.tell());
    }
  }

  final ByteMap clusterStore() {
    return new StoredByteMap(context.getStateStore(ClustersConfig.WING.store()));
  }

  private void publishCluster(byte[] key, byte @Nullable [] cluster, long timestamp) {
    context.forward(
        new Record<>(key, cluster, time.bounded(timestamp), new RecordHeaders()),
        SieveTopology.CLUSTERS_SINK);
    meters.clusterPublished();
  }

  /**
   * Publishes a verdict, with what the clusters add to it. Its key, value, timestamp and headers
   * follow from the log alone, so that a replay publishes the same record; what depends on a clock
   * goes to the meters.
   *
   * @param record the record that was decided on
   * @param start when the decision began
   */
  final void publish(
      Verdict decided, ComparedPage page, Record<byte[], byte[]> record, long start) {
    Verdict verdict = decided;
    if (clusters != null) {
      Features features = features(page, record.headers());
      verdict = clusters.take(decided, features);
      policy.page(features);
    }
    context.forward(
        new Record<byte[], Object>(
            verdict.url().getBytes(UTF_8),
            verdict,
            record.timestamp(),
            BodyHashHeader.of(page.bodyHash())),
        SieveTopology.VERDICTS_SINK);
    costly.decided(verdict);
    partitions.decided(verdict);
    meters.decided(verdict, System.nanoTime() - start);
  }

  /**
   * What {@code clusters.policy} compares of the page; nothing if the log was made without clusters
   * or was tampered with.
   */
  private Features features(ComparedPage page, Headers headers) {
    Optional<Features> features = FeaturesHeader.read(headers);
    if (features.isEmpty()) {
      meters.unreadable("all");
    }
    return features.orElse(Features.NONE).measured(settings, page.tokens());
  }
}
