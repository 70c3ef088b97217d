package dev.crawlsieve.stream.watch;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.StateRestoreListener;

/** How many records of its changelog each lane still has to restore. Thread-safe. */
final class RestoreProgress implements StateRestoreListener {

  private record Span(long next, long end) {}

  private final Map<Integer, Span> spans = new ConcurrentHashMap<>();

  @Override
  public void onRestoreStart(TopicPartition at, String store, long start, long end) {
    spans.put(at.partition(), new Span(start, end));
  }

  @Override
  public void onBatchRestored(TopicPartition at, String store, long batchEnd, long restored) {
    spans.computeIfPresent(
        at.partition(), (lane, span) -> new Span(batchEnd + 1, Math.max(batchEnd + 1, span.end())));
  }

  @Override
  public void onRestoreEnd(TopicPartition at, String store, long restored) {
    spans.remove(at.partition());
  }

  @Override
  public void onRestoreSuspended(TopicPartition at, String store, long restored) {
    spans.remove(at.partition());
  }

  /** Records left to restore, by lane; lanes that restore nothing are missing. */
  Map<Integer, Long> left() {
    Map<Integer, Long> left = new TreeMap<>();
    spans.forEach((lane, span) -> left.put(lane, span.end() - span.next()));
    return left;
  }
}
