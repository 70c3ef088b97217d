package dev.crawlsieve.stream.cluster;

import dev.crawlsieve.core.bytemap.ByteMap;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Forgetting;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.sites.cluster.ClusterSettings;
import dev.crawlsieve.sites.cluster.Features;
import dev.crawlsieve.sites.cluster.LaneClusters;
import dev.crawlsieve.sites.cluster.LeaderPlaces;
import dev.crawlsieve.stream.config.ClustersConfig;
import dev.crawlsieve.stream.index.ChangeloggedIndex;
import dev.crawlsieve.stream.topology.FeaturesHeader;
import dev.crawlsieve.stream.topology.LaneListener;
import dev.crawlsieve.stream.topology.StoredByteMap;
import dev.crawlsieve.stream.topology.TopologySetup;
import java.time.Duration;
import java.util.Optional;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/** Forms a lane's clusters from its verdicts, and publishes them. */
final class ClustersListener implements LaneListener {

  private static final Duration TELL_EVERY = Duration.ofSeconds(1);

  private final TopologySetup setup;
  private final ClusterSettings settings;
  private final PolicyWarning policy;
  private LaneClusters clusters;
  private LeaderPlaces places;

  ClustersListener(TopologySetup setup) {
    this.setup = setup;
    this.settings = setup.config().clusters();
    this.policy = new PolicyWarning(settings);
  }

  @Override
  public void init(ProcessorContext<byte[], Object> context) {
    ByteMap store = new StoredByteMap(context.getStateStore(ClustersConfig.WING.store()));
    places = new LeaderPlaces(store);
    clusters =
        new LaneClusters(
            settings,
            store,
            context.taskId().partition(),
            (key, cluster, timestamp) -> {
              context.forward(
                  new Record<>(key, cluster, setup.time().bounded(timestamp), new RecordHeaders()),
                  ClustersConfig.WING.foundSink());
              setup.meters().clusterPublished();
            });
    // The clock only affects when clusters are published, not what is published last.
    context.schedule(TELL_EVERY, PunctuationType.WALL_CLOCK_TIME, now -> clusters.tell());
  }

  @Override
  public Verdict decided(Verdict verdict, ComparedPage page, Headers headers) {
    Features features = features(page, headers);
    Verdict published = clusters.take(verdict, features);
    policy.page(features);
    return published;
  }

  /**
   * What {@code clusters.policy} compares of the page; nothing if the log was made without clusters
   * or was tampered with.
   */
  private Features features(ComparedPage page, Headers headers) {
    Optional<Features> features = FeaturesHeader.read(headers);
    if (features.isEmpty()) {
      setup.meters().unreadable("all");
    }
    return features.orElse(Features.NONE).measured(settings, page.tokens());
  }

  @Override
  public void expired(Coordinates leader, long now) {
    clusters.forget(leader, now);
  }

  @Override
  public void forget(Forgetting asked, long now) {
    clusters.forget(asked, now);
  }

  @Override
  public void kept(long ordinal, Coordinates leader) {
    places.add(ordinal, leader);
  }

  @Override
  public void expiredBelow(long ordinal, long now) {
    places.removeBelow(
        ordinal, ChangeloggedIndex.DELETED_WITH_A_PAGE, leader -> clusters.forget(leader, now));
  }
}
