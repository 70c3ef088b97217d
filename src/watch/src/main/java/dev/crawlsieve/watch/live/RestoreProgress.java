package dev.crawlsieve.watch.live;

import dev.crawlsieve.stream.meters.IndexPlace;
import dev.crawlsieve.stream.topology.SieveTopology;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.StateRestoreListener;

/**
 * Tracks how many records of its changelog each lane, or each shard of a lane, still has to
 * restore. Thread-safe.
 */
final class RestoreProgress implements StateRestoreListener {

  private record Span(long next, long end) {}

  private final Map<Integer, Span> spans = new ConcurrentHashMap<>();
  private final int shards;

  /**
   * @param shards number of shards of a lane, 0 for a single index
   */
  RestoreProgress(int shards) {
    this.shards = shards;
  }

  /**
   * Whether a store counts. With shards, only the index does: partitions of other stores are lanes,
   * and those stores are small.
   */
  private boolean counts(String store) {
    return shards == 0 || store.equals(SieveTopology.INDEX_STORE);
  }

  @Override
  public void onRestoreStart(TopicPartition at, String store, long start, long end) {
    if (counts(store)) {
      spans.put(at.partition(), new Span(start, end));
    }
  }

  @Override
  public void onBatchRestored(TopicPartition at, String store, long batchEnd, long restored) {
    if (counts(store)) {
      spans.computeIfPresent(
          at.partition(),
          (lane, span) -> new Span(batchEnd + 1, Math.max(batchEnd + 1, span.end())));
    }
  }

  @Override
  public void onRestoreEnd(TopicPartition at, String store, long restored) {
    remove(at, store);
  }

  @Override
  public void onRestoreSuspended(TopicPartition at, String store, long restored) {
    remove(at, store);
  }

  private void remove(TopicPartition at, String store) {
    if (counts(store)) {
      spans.remove(at.partition());
    }
  }

  /**
   * Number of records left to restore, by partition of the index's changelog; partitions with
   * nothing left are left out.
   */
  Map<Integer, Long> left() {
    Map<Integer, Long> left = new TreeMap<>();
    spans.forEach(
        (lane, span) -> {
          if (span.end() > span.next()) {
            left.put(lane, span.end() - span.next());
          }
        });
    return left;
  }

  /** The lane and shard of a partition of the index's changelog. */
  IndexPlace place(int partition) {
    return IndexPlace.of(partition, shards);
  }
}
