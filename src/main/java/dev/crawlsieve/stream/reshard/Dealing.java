package dev.crawlsieve.stream.reshard;

import dev.crawlsieve.core.index.LaneTime;
import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.shard.KeptTicks;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.index.IndexChangelog;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.DealtTopics;
import dev.crawlsieve.stream.topology.FeaturesHeader;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.LongConsumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/** Writes the changelogs of a lane, and its pages on their way, from what is held. */
final class Dealing {

  private final SieveConfig next;
  private final DealtTopics topics;
  private final TransactedRecords out;
  private final LongConsumer progress;
  private long dealt;

  /**
   * @param next settings with the number of shards from now on
   * @param progress receives the number of leaders dealt out so far, often
   */
  Dealing(SieveConfig next, TransactedRecords out, LongConsumer progress) {
    this.next = next;
    this.topics = new DealtTopics(next);
    this.out = out;
    this.progress = progress;
  }

  void lane(int lane, ReshardPlan.LanePlan plan) {
    if (!plan.begun()) {
      return;
    }
    int shards = Math.max(1, next.shards());
    for (int shard = 0; shard < shards; shard++) {
      out.write(IndexChangelog.settings(ofIndex(lane, shard), next));
    }
    LeaderRecord[] newest = new LeaderRecord[shards];
    try (PartitionCursor held =
        new PartitionCursor(new Connection(next), new TopicPartition(topics.held(), lane), -1)) {
      ConsumerRecord<byte[], byte[]> record = held.next();
      for (; record != null; record = held.next()) {
        if (record.key() == null) {
          enter(lane, record);
        } else {
          deal(lane, ByteBuffer.wrap(record.key()).getLong(), record.value(), newest);
        }
      }
    }
    times(lane, plan);
    newest(lane, plan, newest);
  }

  private void deal(int lane, long ordinal, byte[] stored, LeaderRecord[] newest) {
    int shard = (int) (ordinal % newest.length);
    newest[shard] = LeaderRecord.wrap(stored);
    out.write(IndexChangelog.leader(ofIndex(lane, shard), ordinal / newest.length, newest[shard]));
    progress.accept(++dealt);
  }

  private void enter(int lane, ConsumerRecord<byte[], byte[]> page) {
    if (next.shards() > 0) {
      out.write(
          new ProducerRecord<>(
              next.topics().shards().lookups(),
              lane * next.shards(),
              null,
              null,
              page.value(),
              FeaturesHeader.carried(page.headers())));
    }
  }

  private void times(int lane, ReshardPlan.LanePlan plan) {
    if (plan.times().isEmpty()) {
      return;
    }
    int shards = next.shards();
    KeptTicks ticks =
        KeptTicks.of(
            plan.times().stream().map(time -> LaneTime.decode(time, next.rule())).toList());
    for (int shard = 0; shard < shards; shard++) {
      LaneTime time = ticks.of(shard, shards, plan.leaders(), next.rule());
      out.write(IndexChangelog.time(ofIndex(lane, shard), time));
      out.write(IndexChangelog.time(new TopicPartition(topics.recent().get(shard), lane), time));
    }
  }

  /** Of each shard's newest leaders only the last, which tells how many there were. */
  private void newest(int lane, ReshardPlan.LanePlan plan, LeaderRecord[] newest) {
    List<String> recent = topics.recent();
    for (int shard = 0; shard < recent.size(); shard++) {
      if (newest[shard] != null) {
        long leaders = (plan.leaders() - shard + recent.size() - 1) / recent.size();
        out.write(
            IndexChangelog.leader(
                new TopicPartition(recent.get(shard), lane), leaders - 1, newest[shard]));
      }
    }
    if (plan.entered() != null) {
      out.write(
          IndexChangelog.time(
              new TopicPartition(topics.entered(), lane),
              LaneTime.decode(plan.entered(), next.rule())));
    }
  }

  private TopicPartition ofIndex(int lane, int shard) {
    return new TopicPartition(topics.index(), lane * Math.max(1, next.shards()) + shard);
  }
}
