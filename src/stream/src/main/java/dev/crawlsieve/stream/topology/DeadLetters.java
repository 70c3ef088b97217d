package dev.crawlsieve.stream.topology;

import dev.crawlsieve.core.engine.PagePipeline;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.page.RecordLimits;
import dev.crawlsieve.core.page.RecordSize;
import dev.crawlsieve.core.text.Sha256;
import dev.crawlsieve.stream.meters.SieveMeters;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Record;

/**
 * Makes dead letters: the record as it was produced, with its position and the reason in headers,
 * under the names of KIP-1034 and {@code crawlsieve.stage}, {@code crawlsieve.reason}. Parts too
 * large to forward are left out and described by their sizes and hashes.
 */
public final class DeadLetters {

  /** Header: the topic the record was read from. */
  public static final String TOPIC = "__streams.errors.topic";

  /** Header: the partition the record was read from. */
  public static final String PARTITION = "__streams.errors.partition";

  /** Header: the record's offset. */
  public static final String OFFSET = "__streams.errors.offset";

  /** Header: the exception's class. */
  public static final String EXCEPTION = "__streams.errors.exception";

  /** Header: the exception's message. */
  public static final String MESSAGE = "__streams.errors.message";

  /** Header: the step that failed, for example {@code fingerprint}. */
  public static final String STAGE = "crawlsieve.stage";

  /** Header: what is wrong with the record, in human-readable form. */
  public static final String REASON = "crawlsieve.reason";

  /**
   * Header: the parts of the record that were left out: {@code key}, {@code value}, {@code
   * headers}.
   */
  public static final String OMITTED = "crawlsieve.omitted";

  /** Header, present if something was left out: length of the record's key in bytes. */
  public static final String KEY_BYTES = "crawlsieve.key.bytes";

  /** Header, present if something was left out: SHA-256 of the record's key, in hexadecimal. */
  public static final String KEY_SHA256 = "crawlsieve.key.sha256";

  /** Header, present if something was left out: length of the record's value in bytes. */
  public static final String VALUE_BYTES = "crawlsieve.value.bytes";

  /** Header, present if something was left out: SHA-256 of the record's value, in hexadecimal. */
  public static final String VALUE_SHA256 = "crawlsieve.value.sha256";

  /** Header, present if something was left out: the number of the record's headers. */
  public static final String HEADERS_COUNT = "crawlsieve.headers.count";

  /**
   * Header, present if something was left out: total bytes of the names and values of its headers.
   */
  public static final String HEADERS_BYTES = "crawlsieve.headers.bytes";

  private final RecordLimits limits;
  private final SieveMeters meters;

  DeadLetters(RecordLimits limits, SieveMeters meters) {
    this.limits = limits;
    this.meters = meters;
  }

  /** The dead letter of a record at the given position. */
  public Record<byte[], Object> of(
      Record<byte[], byte[]> record, String topic, Coordinates at, String stage, Throwable cause) {
    String reason = PagePipeline.reason(cause);
    AddedHeaders added =
        new AddedHeaders()
            .put(TOPIC, topic)
            .put(PARTITION, at.partition())
            .put(OFFSET, at.offset())
            .put(EXCEPTION, cause.getClass().getName())
            .put(MESSAGE, reason)
            .put(STAGE, stage)
            .put(REASON, reason);
    meters.deadLetter(stage, topic, at, reason);
    RecordSize size =
        RecordSize.of(record.key(), record.value(), HeaderValues.of(record.headers()));
    boolean key = limits.fitsKey(size);
    boolean value = limits.fitsValue(size);
    boolean headers = limits.fitHeaders(size);
    if (!key || !value || !headers) {
      String omitted = (key ? "" : ",key") + (value ? "" : ",value") + (headers ? "" : ",headers");
      added
          .put(OMITTED, omitted.substring(1))
          .put(KEY_BYTES, size.key())
          .put(VALUE_BYTES, size.value())
          .put(HEADERS_COUNT, size.headers())
          .put(HEADERS_BYTES, size.headerBytes())
          .put(KEY_SHA256, record.key() == null ? null : Sha256.hex(record.key()))
          .put(VALUE_SHA256, record.value() == null ? null : Sha256.hex(record.value()));
    }
    return new Record<>(
        key ? record.key() : null,
        value ? record.value() : null,
        record.timestamp(),
        added.to(headers ? record.headers() : new RecordHeaders()));
  }
}
