package dev.crawlsieve.stream.watch;

import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.PageFingerprinter;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.verdict.UnreadableVerdictException;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.DeadPage;
import dev.crawlsieve.stream.topology.HeaderValues;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Turns a record into the entry by which it can be found. */
@FunctionalInterface
interface EntryReader {

  /** A record from which no entry can be made. */
  final class UnreadableException extends Exception {

    private static final long serialVersionUID = 1L;

    UnreadableException(Exception cause) {
      super(cause.getMessage(), cause);
    }
  }

  /**
   * Reads a record.
   *
   * @throws UnreadableException if it is not what the topic should hold
   */
  VerdictPlaces.Entry read(ConsumerRecord<byte[], byte[]> record) throws UnreadableException;

  /** Reads verdicts. Not thread-safe. */
  static EntryReader ofVerdicts(SieveConfig config) {
    UrlKey keys = new UrlKey(config.page());
    return record -> {
      try {
        Verdict verdict = VerdictCodec.decode(record.value());
        boolean kept = verdict.decision() == Verdict.Decision.UNIQUE;
        return new VerdictPlaces.Entry(
            keys.hash(verdict.url()),
            verdict.leader().source(),
            kept,
            verdict.timestamp(),
            place(record));
      } catch (UnreadableVerdictException e) {
        throw new UnreadableException(e);
      }
    };
  }

  /** Reads pages that were not judged; each counts as a kept page. Not thread-safe. */
  static EntryReader ofUnjudged(SieveConfig config) {
    UrlKey keys = new UrlKey(config.page());
    PageFingerprinter reader = new PageFingerprinter(config.fingerprinting());
    return record -> {
      try {
        String url = reader.url(record.key(), record.value(), HeaderValues.of(record.headers()));
        return new VerdictPlaces.Entry(
            keys.hash(url), place(record), true, record.timestamp(), place(record));
      } catch (BadPageException e) {
        throw new UnreadableException(e);
      }
    };
  }

  /** Reads dead letters; each counts as a kept page. Not thread-safe. */
  static EntryReader ofDeadLetters(SieveConfig config) {
    UrlKey keys = new UrlKey(config.page());
    PageFingerprinter reader = new PageFingerprinter(config.fingerprinting());
    return record -> {
      DeadPage page =
          DeadPage.of(reader, record.key(), record.value(), HeaderValues.of(record.headers()));
      // Letters whose URL is unknown are found under no URL.
      long url = keys.hash(page.url() == null ? "" : page.url());
      return new VerdictPlaces.Entry(url, place(record), true, record.timestamp(), place(record));
    };
  }

  private static Coordinates place(ConsumerRecord<byte[], byte[]> record) {
    return new Coordinates(record.partition(), record.offset());
  }
}
