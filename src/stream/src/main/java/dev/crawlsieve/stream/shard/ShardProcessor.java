package dev.crawlsieve.stream.shard;

import dev.crawlsieve.core.failure.UnreadableRecordException;
import dev.crawlsieve.stream.config.IndexTasks;
import dev.crawlsieve.stream.index.ChangeloggedIndex;
import dev.crawlsieve.stream.topology.FeaturesHeader;
import dev.crawlsieve.stream.topology.LaneProcessor;
import dev.crawlsieve.stream.topology.OverrideHeader;
import dev.crawlsieve.stream.topology.RoutedPage;
import dev.crawlsieve.stream.topology.SieveProcessor;
import dev.crawlsieve.stream.topology.TopologySetup;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/**
 * One shard of a lane: looks up the pages that pass through it, and keeps the leaders that are
 * dealt to it.
 *
 * <p>Only a record that cannot be decoded is set aside; any other failure stops the task.
 */
final class ShardProcessor extends SieveProcessor {

  private final String leaders;
  private final IndexTasks tasks;
  private ChangeloggedIndex index;
  private Shard shard;

  ShardProcessor(TopologySetup setup) {
    super(setup, LaneProcessor.STAGE, ShardsTopology.SHARDS_DEAD_LETTERS_SINK);
    this.leaders = config.topics().leaders();
    this.tasks = config.indexTasks();
  }

  @Override
  protected void init() {
    index = openIndex();
    ShardRule rule = ShardRule.of(tasks.shards(), config.index());
    shard = new Shard(tasks.shard(context.taskId().partition()), rule, index);
  }

  @Override
  protected void process(Record<byte[], byte[]> record, RecordMetadata at) {
    try {
      if (at.topic().equals(leaders)) {
        shard.keep(ShardRecordCodec.leader(record.value()));
      } else {
        long start = System.nanoTime();
        LaneQuery query = ShardRecordCodec.query(record.value());
        index.claim();
        pass(shard.lookup(query), at.partition(), record);
        meters.lookedUp(System.nanoTime() - start);
      }
    } catch (UnreadableRecordException e) {
      setAside(record, at, e);
    }
  }

  private void pass(LaneQuery query, int partition, Record<byte[], byte[]> record) {
    boolean last = query.passed() == tasks.shards();
    context.forward(
        RoutedPage.within(
            last ? tasks.lane(partition) : partition + 1,
            ShardRecordCodec.encode(query),
            record.timestamp(),
            OverrideHeader.carry(record.headers(), FeaturesHeader.carried(record.headers()))),
        last ? ShardsTopology.FOUND_SINK : ShardsTopology.NEXT_LOOKUPS_SINK);
  }
}
