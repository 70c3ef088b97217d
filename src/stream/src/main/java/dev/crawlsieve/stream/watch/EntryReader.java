package dev.crawlsieve.stream.watch;

import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.PageFingerprinter;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.verdict.UnreadableVerdictException;
import dev.crawlsieve.stream.kafka.DeadPage;
import dev.crawlsieve.stream.topology.HeaderValues;
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

  /** Reads pages that were not judged; each counts as a kept page. Not thread-safe. */
  static EntryReader ofUnjudged(PageFingerprinter reader) {
    return (record, urls) ->
        page(
            record,
            urls,
            reader.url(record.key(), record.value(), HeaderValues.of(record.headers())));
  }

  /** Reads dead letters; each counts as a kept page. Not thread-safe. */
  static EntryReader ofDeadLetters(PageFingerprinter reader) {
    return (record, urls) -> {
      DeadPage page =
          DeadPage.of(reader, record.key(), record.value(), HeaderValues.of(record.headers()));
      // Letters whose URL is unknown are found under no URL.
      return page(record, urls, page.url() == null ? "" : page.url());
    };
  }

  private static VerdictPlaces.Entry page(
      ConsumerRecord<byte[], byte[]> record, UrlKey urls, String url) {
    Coordinates place = place(record);
    long hash = urls.hash(url);
    return new VerdictPlaces.Entry(hash, hash, place, true, record.timestamp(), place);
  }

  /** A record's position on its topic. */
  static Coordinates place(ConsumerRecord<byte[], byte[]> record) {
    return new Coordinates(record.partition(), record.offset());
  }
}
