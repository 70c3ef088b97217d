package dev.crawlsieve.stream.topology;

import dev.crawlsieve.core.fingerprint.UnreadableFingerprintException;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.work.UnreadableRecordException;
import dev.crawlsieve.sites.cluster.LaneClusters;
import dev.crawlsieve.sites.cluster.LeaderPlaces;
import dev.crawlsieve.stream.config.IndexTasks;
import dev.crawlsieve.stream.index.ChangeloggedIndex;
import dev.crawlsieve.stream.index.SettingsRecord;
import dev.crawlsieve.stream.shard.DealtLeader;
import dev.crawlsieve.stream.shard.LaneQuery;
import dev.crawlsieve.stream.shard.ShardRecordCodec;
import dev.crawlsieve.stream.shard.ShardRule;
import dev.crawlsieve.stream.shard.ShardedDecider;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * With {@code index.shards}, decides on the pages of a lane in order, after they have passed all
 * shards: in place of {@link DecideProcessor}, from {@code found} to {@code verdicts}.
 */
final class ShardedDecideProcessor extends LaneProcessor {

  private final ShardRule rule;
  private ShardedDecider decider;
  private ChangeloggedIndex recent;
  private @Nullable LeaderPlaces places; // null if leaders do not expire

  ShardedDecideProcessor(TopologySetup setup) {
    super(setup);
    this.rule = ShardRule.of(config.shards(), config.index());
  }

  @Override
  protected void init() {
    SettingsRecord settings = new SettingsRecord(config);
    recent = new ChangeloggedIndex(context.getStateStore(IndexTasks.RECENT_STORE), settings);
    Verdict.Basis basis = config.basis();
    decider = new ShardedDecider(rule, recent, basis);
    openClusters();
    if (clusters != null && config.rule().expires()) {
      places = new LeaderPlaces(clusterStore());
    }
  }

  @Override
  protected void process(Record<byte[], byte[]> record, RecordMetadata at) {
    long start = System.nanoTime();
    LaneQuery query;
    try {
      query = ShardRecordCodec.query(record.value());
      DecideProcessor.ensurePlace(query.page());
    } catch (UnreadableRecordException | UnreadableFingerprintException e) {
      setAside(record, at, e);
      return;
    }
    ShardedDecider.Decision decision = decider.decide(at.partition(), query);
    recent.decided(query.page().laneOffset());
    if (places != null && clusters != null) {
      expire(decision, query.page(), places, clusters);
    }
    decision.kept().ifPresent(leader -> deal(leader, at.partition(), record.timestamp()));
    publish(decision.verdict(), query.page(), record, start);
  }

  /** Expires as many leaders per page as an index of the whole lane would. */
  private void expire(
      ShardedDecider.Decision decision,
      ComparedPage page,
      LeaderPlaces places,
      LaneClusters clusters) {
    places.removeBelow(
        decider.expired(),
        ChangeloggedIndex.DELETED_WITH_A_PAGE,
        leader -> clusters.forget(leader, page.timestamp()));
    decision.kept().ifPresent(leader -> places.add(leader.ordinal(), page.source()));
  }

  private void deal(DealtLeader leader, int lane, long timestamp) {
    int partition = config.indexTasks().task(lane, rule.shard(leader.ordinal()));
    context.forward(
        RoutedPage.between(
            partition, ShardRecordCodec.encode(leader), timestamp, new RecordHeaders()),
        ShardsTopology.LEADERS_SINK);
  }
}
