package dev.crawlsieve.stream.topology;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.TopicPartition;

/**
 * Records how far the processors of each partition have got, whether or not that is committed, so
 * the record at which an instance stalls can be named. Thread-safe.
 */
public final class BegunRecords {

  private final Map<TopicPartition, Cell> cells = new ConcurrentHashMap<>();

  /**
   * The progress of a partition's processors.
   *
   * @param last the offset of the record begun most recently
   * @param furthest the greatest offset begun so far
   * @param times how often the last record was begun; more than once if the work on it was rolled
   *     back
   * @param atWork whether the last record is still being processed
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

  Cell cell(String topic, int partition) {
    return cells.computeIfAbsent(new TopicPartition(topic, partition), at -> new Cell());
  }

  /** The progress of each partition in which a record has begun. */
  public Map<TopicPartition, Begun> now() {
    Map<TopicPartition, Begun> now = new HashMap<>();
    cells.forEach((at, cell) -> now.put(at, cell.begun));
    return now;
  }
}
