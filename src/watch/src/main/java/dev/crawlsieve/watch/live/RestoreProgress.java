package dev.crawlsieve.watch.live;

import dev.crawlsieve.stream.config.IndexTasks;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.StateRestoreListener;

/**
 * Tracks how many records of its changelog each task of the index still has to restore.
 * Thread-safe.
 */
final class RestoreProgress implements StateRestoreListener {

  private record Span(long next, long end) {}

  private final Map<Integer, Span> spans = new ConcurrentHashMap<>();
  private final IndexTasks tasks;

  RestoreProgress(IndexTasks tasks) {
    this.tasks = tasks;
  }

  /**
   * Whether a store counts. Where several tasks share a lane, only the index does: partitions of
   * other stores are lanes, and those stores are small.
   */
  private boolean counts(String store) {
    return tasks.areLanes() || store.equals(IndexTasks.INDEX_STORE);
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
          (task, span) -> new Span(batchEnd + 1, Math.max(batchEnd + 1, span.end())));
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

  /** Number of records left to restore, by task; tasks with nothing left are left out. */
  Map<Integer, Long> left() {
    Map<Integer, Long> left = new TreeMap<>();
    spans.forEach(
        (task, span) -> {
          if (span.end() > span.next()) {
            left.put(task, span.end() - span.next());
          }
        });
    return left;
  }

  /** The same by the tasks' names. */
  Map<String, Long> named() {
    Map<String, Long> named = new LinkedHashMap<>();
    left().forEach((task, left) -> named.put(tasks.name(task), left));
    return named;
  }
}
