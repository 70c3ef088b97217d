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
 * Counts records that wait in an instance but that the lag of its consumers does not include. These
 * are the records of each partition that were fetched and whose results are not committed; and
 * records that the instance has written itself and not fetched: a consumer learns of them only when
 * it fetches, which it does not do while it holds enough. Thread-safe.
 */
public final class UncommittedRecords {

  private final Map<TopicPartition, Reach> reached = new ConcurrentHashMap<>();
  private final Map<TopicPartition, Long> written = new ConcurrentHashMap<>();

  /**
   * How far a partition was read.
   *
   * @param committed the offset before which everything is committed
   * @param end the offset after the last record fetched
   * @param gaps offsets between these two at which nothing was fetched: transaction markers, or
   *     records that another instance has read meanwhile
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

  /** Called when records were fetched, which will be processed. */
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

  /** Called when the results of all records before these offsets are committed. */
  void committed(Map<TopicPartition, OffsetAndMetadata> offsets) {
    offsets.forEach(
        (at, offset) ->
            reached.compute(
                at,
                (same, before) ->
                    (before == null ? new Reach(offset.offset(), offset.offset(), 0) : before)
                        .committed(offset.offset())));
  }

  /** Called when records before these offsets were written and committed. */
  void written(Map<TopicPartition, Long> ends) {
    ends.forEach((at, end) -> written.merge(at, end, Math::max));
  }

  /**
   * The number of offsets between the last record fetched and the last one written, by partition,
   * if both are known; a few of them are transaction markers.
   */
  public Map<TopicPartition, Long> ahead() {
    Map<TopicPartition, Long> ahead = new HashMap<>();
    reached.forEach(
        (at, reach) ->
            ahead.put(at, Math.max(0, written.getOrDefault(at, reach.end()) - reach.end())));
    return ahead;
  }

  /** The number of records that were fetched and are not committed, by partition. */
  public Map<TopicPartition, Long> now() {
    Map<TopicPartition, Long> now = new HashMap<>();
    reached.forEach((at, reach) -> now.put(at, reach.count()));
    return now;
  }
}
