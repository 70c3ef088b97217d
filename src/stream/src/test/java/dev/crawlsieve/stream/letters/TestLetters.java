package dev.crawlsieve.stream.letters;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.stream.topology.DeadLetters;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;

/** Dead letters, for tests. */
final class TestLetters {

  static final int PARTITION = 3;
  static final long OFFSET = 17;

  private TestLetters() {}

  static RecordHeaders headers(String stage, String topic, String reason) {
    RecordHeaders headers = new RecordHeaders();
    put(headers, "crawler", "one");
    put(headers, "crawler", "two");
    put(headers, DeadLetters.TOPIC, topic);
    put(headers, DeadLetters.PARTITION, "1");
    put(headers, DeadLetters.OFFSET, "5");
    put(headers, DeadLetters.EXCEPTION, "dev.crawlsieve.BadPageException");
    put(headers, DeadLetters.MESSAGE, reason);
    put(headers, DeadLetters.STAGE, stage);
    put(headers, DeadLetters.REASON, reason);
    return headers;
  }

  static void put(RecordHeaders headers, String name, String value) {
    headers.add(name, value.getBytes(UTF_8));
  }

  /** A letter as it is read at {@link #PARTITION} and {@link #OFFSET}. */
  static Letter read(byte[] value, RecordHeaders headers) {
    return new Letter(
        new ConsumerRecord<>(
            "dead-letters",
            PARTITION,
            OFFSET,
            0,
            TimestampType.CREATE_TIME,
            3,
            value == null ? -1 : value.length,
            "url".getBytes(UTF_8),
            value,
            headers,
            Optional.empty()));
  }

  static Letter read(String stage, String topic, String reason) {
    return read("{}".getBytes(UTF_8), headers(stage, topic, reason));
  }

  /** A letter as {@code fingerprint} writes it. */
  static ProducerRecord<byte[], byte[]> written(
      String topic, String pages, String key, String reason) {
    return new ProducerRecord<>(
        topic,
        null,
        key.getBytes(UTF_8),
        ("value of " + key).getBytes(UTF_8),
        headers("fingerprint", pages, reason));
  }
}
