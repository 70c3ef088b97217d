package dev.crawlsieve.stream.topology;

import dev.crawlsieve.core.config.OverrideRule;
import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.fingerprint.UnreadableFingerprintException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/** Which records of the log of fingerprints can be decided on. */
public final class LoggedFingerprints {

  private LoggedFingerprints() {}

  /**
   * Checks that a record can be decided on, and by this instance.
   *
   * @param settings hash of the settings under which this instance makes fingerprints
   * @return the override that decides on its page; null if the rule does
   * @throws UnreadableFingerprintException if it cannot be decided on
   * @throws SettingsException if it was made under other settings
   */
  public static @Nullable OverrideRule ensure(
      Record<byte[], byte[]> record, RecordMetadata at, int settings)
      throws UnreadableFingerprintException {
    ensure(record.key(), record.value());
    if (FingerprintCodec.settings(record.value()) != settings) {
      throw new SettingsException(
          ("the fingerprint at %s-%s offset %s was made with settings that differ from"
                  + " this instance's: run all instances with the same settings, fingerprint.seed"
                  + " among them, or start a new"
                  + " generation (another topic.prefix)")
              .formatted(at.topic(), at.partition(), at.offset()));
    }
    return OverrideHeader.read(OverrideHeader.stored(record.headers()));
  }

  /** Whether a record can be decided on. */
  public static boolean isReadable(ConsumerRecord<byte[], byte[]> record) {
    try {
      ensure(record.key(), record.value());
      return true;
    } catch (UnreadableFingerprintException e) {
      return false;
    }
  }

  private static void ensure(byte[] scope, byte[] fingerprint)
      throws UnreadableFingerprintException {
    if (scope == null) {
      throw new UnreadableFingerprintException("a fingerprint record without a scope in its key");
    }
    FingerprintCodec.ensureReadable(fingerprint);
    ensurePlace(FingerprintCodec.source(fingerprint));
  }

  /** Checks that a page has a position, since its verdict goes to the same partition. */
  public static void ensurePlace(Coordinates page) throws UnreadableFingerprintException {
    if (page.partition() < 0) {
      throw new UnreadableFingerprintException("a fingerprint of a page at " + page);
    }
  }
}
