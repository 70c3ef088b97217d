package dev.crawlsieve.watch.live;

import dev.crawlsieve.stream.config.ClustersConfig;
import dev.crawlsieve.stream.config.IndexTasks;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.StateRestoreListener;

/**
 * Tracks how many records of its changelogs, one for each store, each task of the index still has
 * to restore. Thread-safe.
 */
final class RestoreProgress implements StateRestoreListener {

  private record Span(long next, long end) {}

  private final Map<TopicPartition, Span> spans = new ConcurrentHashMap<>();
  private final IndexTasks tasks;

  RestoreProgress(IndexTasks tasks) {
    this.tasks = tasks;
  }

  /**
   * Whether the partitions of a store are tasks. Those of clusters are lanes; those of other
   * stores, which are small, are neither.
   */
  private boolean counts(String store) {
    return store.equals(IndexTasks.INDEX_STORE)
        || (tasks.areLanes() && store.equals(ClustersConfig.WING.store()));
  }

  @Override
  public void onRestoreStart(TopicPartition at, String store, long start, long end) {
    if (counts(store)) {
      spans.put(at, new Span(start, end));
    }
  }

  @Override
  public void onBatchRestored(TopicPartition at, String store, long batchEnd, long restored) {
    if (counts(store)) {
      spans.computeIfPresent(
          at, (same, span) -> new Span(batchEnd + 1, Math.max(batchEnd + 1, span.end())));
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
      spans.remove(at);
    }
  }

  /** Number of records left to restore, by task; tasks with nothing left are left out. */
  Map<Integer, Long> left() {
    Map<Integer, Long> left = new TreeMap<>();
    spans.forEach(
        (at, span) -> {
          if (span.end() > span.next()) {
            left.merge(at.partition(), span.end() - span.next(), Long::sum);
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
