package dev.crawlsieve.stream.topology;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.api.Processor;

/**
 * Records for each partition how far its processors have come, committed or not, so that the record
 * at which an instance stalls can be named. Thread-safe.
 */
public final class BegunRecords {

  private final Map<TopicPartition, Cell> cells = new ConcurrentHashMap<>();

  /**
   * How far the processors of a partition have come.
   *
   * @param last the offset that was begun last
   * @param furthest the greatest offset that was begun
   * @param times how often that one was begun; more than once if what was done was undone
   * @param atWork whether the last one is not at its end yet
   */
  public record Begun(long last, long furthest, int times, boolean atWork) {}

  /** Written by one stream thread at a time. */
  static final class Cell {

    private volatile Begun begun = new Begun(-1, -1, 0, false);

    void begin(long offset) {
      Begun before = begun;
      boolean again = offset == before.furthest();
      begun =
          new Begun(
              offset,
              Math.max(offset, before.furthest()),
              again ? before.times() + 1 : offset > before.furthest() ? 1 : before.times(),
              true);
    }

    void end() {
      Begun now = begun;
      begun = new Begun(now.last(), now.furthest(), now.times(), false);
    }
  }

  /** The same processor, with a note of what it begins and ends. */
  <K, V, L, W> Processor<K, V, L, W> noting(Processor<K, V, L, W> processor) {
    return new NotingProcessor<>(this, processor);
  }

  Cell cell(String topic, int partition) {
    return cells.computeIfAbsent(new TopicPartition(topic, partition), at -> new Cell());
  }

  /** How far each partition is, of which anything was begun. */
  public Map<TopicPartition, Begun> now() {
    Map<TopicPartition, Begun> now = new HashMap<>();
    cells.forEach((at, cell) -> now.put(at, cell.begun));
    return now;
  }
}
