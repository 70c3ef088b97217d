package dev.crawlsieve.stream.run;

import dev.crawlsieve.core.work.SieveException;
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

  /** Counts what the processors do. */
  default SieveMeters meters() {
    return new SieveMeters();
  }

  /** The instance was created and is about to start. */
  default void created(KafkaStreams streams) {}

  /**
   * At the same time: where to see what the instance has fetched and not committed, at any time.
   */
  default void reading(UncommittedRecords records) {}

  /**
   * The instance was checked for a standstill, which happens every few seconds.
   *
   * @param standstill null if it makes progress
   */
  default void standing(@Nullable Standstill standstill) {}

  /**
   * At the same time: records of the partitions at work that lie in open transactions or behind
   * them, and cannot be read yet.
   */
  default void open(Map<TopicPartition, Long> records) {}

  /**
   * At the same time: how many offsets lie between what is committed and the end of what can be
   * read, of the partitions at work; some of them may be markers of transactions.
   */
  default void uncommitted(Map<TopicPartition, Long> offsets) {}

  /**
   * The brokers were asked whether they are there, which happens about every second.
   *
   * @param away null if they are, or may only be slow
   */
  default void brokers(@Nullable BrokersAway away) {}

  /** The instance stops because of this. */
  default void failed(SieveException failure) {}

  /** The instance stops on request. May be called more than once. */
  default void stopping() {}
}
