package dev.crawlsieve.stream.run;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.stream.meters.SieveMeters;
import dev.crawlsieve.stream.topology.UncommittedRecords;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;
import org.jspecify.annotations.Nullable;

/** Observes a running instance. Implementations are thread-safe and do not block. */
public interface RunObserver {

  /** Ignores everything. */
  RunObserver NONE = new RunObserver() {};

  /** The meters that count what the processors do. */
  default SieveMeters meters() {
    return new SieveMeters();
  }

  /** Called when the instance was created and is about to start. */
  default void created(KafkaStreams streams) {}

  /**
   * Called at the same time, with a view of what the instance has fetched and not committed; it can
   * be read at any time.
   */
  default void reading(UncommittedRecords records) {}

  /**
   * Called when the instance was checked for a standstill, every few seconds.
   *
   * @param standstill the standstill; null if the instance makes progress
   */
  default void standing(@Nullable Standstill standstill) {}

  /**
   * Called at the same time, with the number of records in the assigned partitions that are in open
   * transactions or behind them, and cannot be read yet.
   */
  default void open(Map<TopicPartition, Long> records) {}

  /**
   * Called at the same time, with the number of offsets between the committed offset and the end of
   * what can be read, for the assigned partitions; some of these offsets may be transaction
   * markers.
   */
  default void uncommitted(Map<TopicPartition, Long> offsets) {}

  /**
   * Called when it was checked whether the brokers answer, about every second.
   *
   * @param away null if they answer, or may only be slow
   */
  default void brokers(@Nullable BrokersAway away) {}

  /** Called when the instance stops because of a failure. */
  default void failed(SieveException failure) {}

  /** Called when the instance stops on request; possibly more than once. */
  default void stopping() {}
}
