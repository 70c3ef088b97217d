package dev.crawlsieve.watch.live;

import dev.crawlsieve.core.failure.UnreadableRecordException;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.page.BadPageException;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Reads a record and makes the entry by which it can be found. */
@FunctionalInterface
interface EntryReader extends AutoCloseable {

  /** Updates the state with which records are read; called repeatedly between records. */
  default void prepare() {}

  @Override
  default void close() {}

  /**
   * Reads a record.
   *
   * @param urls computes keys; used by one thread at a time
   * @throws BadPageException if the record does not belong on the topic
   * @throws UnreadableRecordException if the record is not a verdict
   */
  VerdictPlaces.Entry read(ConsumerRecord<byte[], byte[]> record, UrlKey urls)
      throws BadPageException, UnreadableRecordException;

  /** A record's position on its topic. */
  static Coordinates place(ConsumerRecord<byte[], byte[]> record) {
    return new Coordinates(record.partition(), record.offset());
  }
}
