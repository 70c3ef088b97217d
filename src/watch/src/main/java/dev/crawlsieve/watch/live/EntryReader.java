package dev.crawlsieve.watch.live;

import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.verdict.UnreadableVerdictException;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Turns a record into the entry by which it can be found. */
@FunctionalInterface
interface EntryReader extends AutoCloseable {

  /** Updates what records are read with; called repeatedly between them. */
  default void prepare() {}

  @Override
  default void close() {}

  /**
   * Reads a record.
   *
   * @param urls used by one thread at a time
   * @throws BadPageException if it is not what the topic should hold
   * @throws UnreadableVerdictException if it is not a verdict
   */
  VerdictPlaces.Entry read(ConsumerRecord<byte[], byte[]> record, UrlKey urls)
      throws BadPageException, UnreadableVerdictException;

  /** A record's position on its topic. */
  static Coordinates place(ConsumerRecord<byte[], byte[]> record) {
    return new Coordinates(record.partition(), record.offset());
  }
}
