package dev.crawlsieve.stream.run;

import dev.crawlsieve.core.work.SieveException;
import dev.crawlsieve.stream.topology.SieveMeters;
import org.apache.kafka.streams.KafkaStreams;

/** Observes a running instance. Implementations are thread-safe and do not block. */
public interface RunObserver {

  /** Sees nothing. */
  RunObserver NONE = new RunObserver() {};

  /** Receives callbacks about what the processors do. */
  default SieveMeters meters() {
    return SieveMeters.NONE;
  }

  /** The instance was made and is about to start. */
  default void created(KafkaStreams streams) {}

  /**
   * The instance was looked at; that is done every few seconds.
   *
   * @param standstill null if it gets on
   */
  default void standing(Standstill standstill) {}

  /** The instance stops because of this. */
  default void failed(SieveException failure) {}

  /** The instance stops because it was told to. May be called more than once. */
  default void stopping() {}
}
