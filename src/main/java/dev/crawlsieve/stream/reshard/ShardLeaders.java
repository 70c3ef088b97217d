package dev.crawlsieve.stream.reshard;

import dev.crawlsieve.stream.index.IndexChangelog;
import dev.crawlsieve.stream.kafka.Connection;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * The leaders of one shard in order, from its changelog and then from that of its newest leaders,
 * which the shard may not know yet. Where ordinals are missing, leaders have expired.
 */
final class ShardLeaders implements AutoCloseable {

  private final List<PartitionCursor> parts;
  private int part;
  private ConsumerRecord<byte[], byte[]> head;
  private long next;

  ShardLeaders(Connection connection, List<TopicPartition> changelogs) {
    parts = changelogs.stream().map(at -> new PartitionCursor(connection, at, -1)).toList();
    advance();
  }

  /** The ordinal of the next leader in its shard; {@link Long#MAX_VALUE} after the last. */
  long ordinal() {
    return head == null ? Long.MAX_VALUE : next - 1;
  }

  /** The stored form of the next leader; moves on. */
  byte[] take() {
    byte[] stored = head.value();
    advance();
    return stored;
  }

  private void advance() {
    head = null;
    while (head == null && part < parts.size()) {
      ConsumerRecord<byte[], byte[]> record = parts.get(part).next();
      if (record == null) {
        part++;
      } else if (IndexChangelog.isLeader(record)
          && record.value() != null
          && IndexChangelog.ordinal(record) >= next) {
        head = record;
        next = IndexChangelog.ordinal(record) + 1;
      }
    }
  }

  @Override
  public void close() {
    parts.forEach(PartitionCursor::close);
  }
}
