package dev.crawlsieve.topology;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.fingerprint.Coordinates;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;

/**
 * Makes dead letters: the record as it was produced, and in its headers where it stood and why it
 * is here, under the names of KIP-1034 and {@code crawlsieve.stage}, {@code crawlsieve.reason}.
 */
public final class DeadLetters {

  /** Header: the topic that the record stood in. */
  public static final String TOPIC = "__streams.errors.topic";

  /** Header: the partition that the record stood in. */
  public static final String PARTITION = "__streams.errors.partition";

  /** Header: the record's offset. */
  public static final String OFFSET = "__streams.errors.offset";

  /** Header: the exception's class. */
  public static final String EXCEPTION = "__streams.errors.exception";

  /** Header: the exception's message. */
  public static final String MESSAGE = "__streams.errors.message";

  /** Header: the step that could not go on, for example {@code fingerprint}. */
  public static final String STAGE = "crawlsieve.stage";

  /** Header: what is wrong with the record, for people. */
  public static final String REASON = "crawlsieve.reason";

  private DeadLetters() {}

  static Record<byte[], byte[]> of(
      Record<byte[], byte[]> record,
      RecordMetadata at,
      String stage,
      Throwable cause,
      SieveMeters meters) {
    String reason = cause.getMessage() == null ? cause.getClass().getName() : cause.getMessage();
    Headers headers = new RecordHeaders(record.headers());
    put(headers, TOPIC, at.topic());
    put(headers, PARTITION, String.valueOf(at.partition()));
    put(headers, OFFSET, String.valueOf(at.offset()));
    put(headers, EXCEPTION, cause.getClass().getName());
    put(headers, MESSAGE, reason);
    put(headers, STAGE, stage);
    put(headers, REASON, reason);
    meters.deadLetter(stage, at.topic(), new Coordinates(at.partition(), at.offset()), reason);
    return record.withHeaders(headers);
  }

  static void put(Headers headers, String name, String value) {
    headers.remove(name);
    headers.add(name, value.getBytes(UTF_8));
  }
}
