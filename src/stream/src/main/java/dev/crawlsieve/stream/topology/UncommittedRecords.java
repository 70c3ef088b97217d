package dev.crawlsieve.stream.topology;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Counts what waits in an instance and the lag of its consumers leaves out: the records of each
 * partition that it has fetched, and whose results are not committed; and those that it has written
 * itself and not fetched, since a consumer learns of them only when it fetches, which it does not
 * while it holds enough. Thread-safe.
 */
public final class UncommittedRecords {

  private final Map<TopicPartition, Reach> reached = new ConcurrentHashMap<>();
  private final Map<TopicPartition, Long> written = new ConcurrentHashMap<>();

  /**
   * How far a partition was read.
   *
   * @param committed the offset before which all is committed
   * @param end the offset after the last record fetched
   * @param gaps offsets between these two at which nothing was fetched: markers of transactions, or
   *     what another instance has read meanwhile
   */
  private record Reach(long committed, long end, long gaps) {

    Reach fetched(long first, long last) {
      // Further back, because work was rolled back: the same records come again.
      return new Reach(Math.min(committed, first), last + 1, first < end ? 0 : gaps + first - end);
    }

    Reach committed(long offset) {
      return new Reach(offset, Math.max(offset, end), 0);
    }

    long count() {
      return Math.max(0, end - committed - gaps);
    }
  }

  /** Records were fetched, and will be processed. */
  void fetched(ConsumerRecords<byte[], byte[]> records) {
    for (TopicPartition at : records.partitions()) {
      List<ConsumerRecord<byte[], byte[]>> some = records.records(at);
      long first = some.get(0).offset();
      long last = some.get(some.size() - 1).offset();
      reached.compute(
          at,
          (same, before) ->
              (before == null ? new Reach(first, first, 0) : before).fetched(first, last));
    }
  }

  /** What came of all records before these offsets is committed. */
  void committed(Map<TopicPartition, OffsetAndMetadata> offsets) {
    offsets.forEach(
        (at, offset) ->
            reached.compute(
                at,
                (same, before) ->
                    (before == null ? new Reach(offset.offset(), offset.offset(), 0) : before)
                        .committed(offset.offset())));
  }

  /** Records before these offsets were written, and are committed. */
  void written(Map<TopicPartition, Long> ends) {
    ends.forEach((at, end) -> written.merge(at, end, Math::max));
  }

  /**
   * How many offsets lie between what was fetched and what was written, by partition, as far as
   * both are known; a few of them are markers of transactions.
   */
  public Map<TopicPartition, Long> ahead() {
    Map<TopicPartition, Long> ahead = new HashMap<>();
    reached.forEach(
        (at, reach) ->
            ahead.put(at, Math.max(0, written.getOrDefault(at, reach.end()) - reach.end())));
    return ahead;
  }

  /** How many were fetched and are not committed, by partition. */
  public Map<TopicPartition, Long> now() {
    Map<TopicPartition, Long> now = new HashMap<>();
    reached.forEach((at, reach) -> now.put(at, reach.count()));
    return now;
  }
}
