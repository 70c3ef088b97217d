package dev.crawlsieve.stream.topology;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.bytemap.ByteMap;
import dev.crawlsieve.core.cluster.LeaderPlaces;
import dev.crawlsieve.core.fingerprint.UnreadableFingerprintException;
import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.shard.DealtLeader;
import dev.crawlsieve.core.shard.LaneQuery;
import dev.crawlsieve.core.shard.ShardRecordCodec;
import dev.crawlsieve.core.shard.ShardRule;
import dev.crawlsieve.core.shard.ShardedDecider;
import dev.crawlsieve.core.shard.UnreadableShardRecordException;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.stream.index.ChangeloggedIndex;
import dev.crawlsieve.stream.index.SettingsRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/**
 * Decides on the pages of a lane in order, after they have passed all shards.
 *
 * <p>Only a record that cannot be decoded is set aside; any other failure stops the task.
 */
final class FoundProcessor extends SieveProcessor {

  private final DecisionHook.Supplier hooks;
  private final ShardRule rule;
  private ShardedDecider decider;
  private ChangeloggedIndex recent;
  private DecisionHook hook;
  private LeaderPlaces places; // null unless expiry is followed
  private LeaderExpiry.Listener expiry;

  FoundProcessor(TopologySetup setup, DecisionHook.Supplier hooks) {
    super(setup, DecideProcessor.STAGE, SieveTopology.INDEX_DEAD_LETTERS_SINK);
    this.hooks = hooks;
    this.rule = ShardRule.of(config.shards(), config.index());
  }

  @Override
  void init() {
    SettingsRecord settings = new SettingsRecord(config);
    recent = new ChangeloggedIndex(context.getStateStore(SieveTopology.RECENT_STORE), settings);
    Verdict.Basis basis = new Verdict.Basis(config.detector().name(), config.verdictHash());
    decider = new ShardedDecider(rule, recent, basis);
    hook = hooks.open(context, this::follow);
  }

  private void follow(ByteMap store, LeaderExpiry.Listener listener) {
    if (config.rule().expires()) {
      places = new LeaderPlaces(store);
      expiry = listener;
    }
  }

  @Override
  void process(Record<byte[], byte[]> record, RecordMetadata at) {
    long start = meters.clock();
    LaneQuery query;
    try {
      query = ShardRecordCodec.query(record.value());
      DecideProcessor.ensurePlace(query.page());
    } catch (UnreadableShardRecordException | UnreadableFingerprintException e) {
      setAside(record, at, e);
      return;
    }
    ShardedDecider.Decision decision = decider.decide(at.partition(), query);
    recent.decided(query.page().laneOffset());
    if (places != null) {
      expire(decision, query.page());
    }
    Verdict verdict = hook.decided(decision.verdict(), query.page(), record.headers());
    decision.kept().ifPresent(leader -> deal(leader, at.partition(), record.timestamp()));
    context.forward(
        new Record<byte[], Object>(
            verdict.url().getBytes(UTF_8), verdict, record.timestamp(), new RecordHeaders()),
        SieveTopology.VERDICTS_SINK);
    meters.decided(verdict, meters.clock() - start);
  }

  /** As many with a page as an index of the whole lane deletes. */
  private void expire(ShardedDecider.Decision decision, LeaderRecord page) {
    places.removeBelow(
        decider.expired(),
        ChangeloggedIndex.DELETED_WITH_A_PAGE,
        leader -> expiry.expired(leader, page.timestamp()));
    decision.kept().ifPresent(leader -> places.add(leader.ordinal(), page.source()));
  }

  private void deal(DealtLeader leader, int lane, long timestamp) {
    int partition = lane * rule.shards() + leader.shard(rule);
    context.forward(
        new Record<byte[], Object>(
            null,
            new RoutedPage(partition, ShardRecordCodec.encode(leader)),
            timestamp,
            new RecordHeaders()),
        ShardsTopology.LEADERS_SINK);
  }
}
