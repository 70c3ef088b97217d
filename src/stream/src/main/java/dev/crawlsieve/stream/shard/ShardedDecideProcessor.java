package dev.crawlsieve.stream.shard;

import dev.crawlsieve.core.failure.UnreadableRecordException;
import dev.crawlsieve.core.fingerprint.UnreadableFingerprintException;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Forgetting;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.stream.config.IndexTasks;
import dev.crawlsieve.stream.index.ChangeloggedIndex;
import dev.crawlsieve.stream.index.SettingsRecord;
import dev.crawlsieve.stream.topology.LaneListener;
import dev.crawlsieve.stream.topology.LaneProcessor;
import dev.crawlsieve.stream.topology.LoggedFingerprints;
import dev.crawlsieve.stream.topology.OverrideHeader;
import dev.crawlsieve.stream.topology.RoutedPage;
import dev.crawlsieve.stream.topology.TopologySetup;
import java.util.Optional;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/**
 * Decides on the pages of a lane in order, after they have passed all shards: from {@code found} to
 * {@code verdicts}.
 */
final class ShardedDecideProcessor extends LaneProcessor {

  private final ShardRule rule;
  private ShardedDecider decider;
  private ChangeloggedIndex recent;

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
    openListeners();
  }

  @Override
  protected void process(Record<byte[], byte[]> record, RecordMetadata at) {
    long start = System.nanoTime();
    LaneQuery query;
    try {
      query =
          ShardRecordCodec.query(record.value())
              .overriddenBy(OverrideHeader.read(OverrideHeader.stored(record.headers())));
      Optional<Forgetting> asked = Forgetting.of(query.page());
      if (asked.isPresent()) {
        forget(asked.get(), query, record.timestamp(), at.partition());
        return;
      }
      LoggedFingerprints.ensurePlace(query.page().source());
    } catch (UnreadableRecordException | UnreadableFingerprintException e) {
      setAside(record, at, e);
      return;
    }
    ShardedDecider.Decision decision = decider.decide(at.partition(), query);
    recent.decided(query.page().laneOffset());
    if (config.rule().expires()) {
      listeners.forEach(listener -> tell(listener, decision, query.page()));
    }
    decision.kept().ifPresent(leader -> deal(leader, at.partition(), record.timestamp()));
    publish(decision.verdict(), query.page(), record, start);
  }

  private void forget(Forgetting asked, LaneQuery query, long timestamp, int lane) {
    decider.forget(asked, query).forEach(leader -> deal(leader, lane, timestamp));
    listeners.forEach(listener -> listener.forget(asked, timestamp));
    recent.decided(query.page().laneOffset());
  }

  private void tell(LaneListener listener, ShardedDecider.Decision decision, ComparedPage page) {
    listener.expiredBelow(decider.expired(), page.timestamp());
    decision.kept().ifPresent(leader -> listener.kept(leader.ordinal(), page.source()));
  }

  private void deal(DealtLeader leader, int lane, long timestamp) {
    int partition = config.indexTasks().task(lane, rule.shard(leader.ordinal()));
    context.forward(
        RoutedPage.within(
            partition, ShardRecordCodec.encode(leader), timestamp, new RecordHeaders()),
        ShardsTopology.LEADERS_SINK);
  }
}
