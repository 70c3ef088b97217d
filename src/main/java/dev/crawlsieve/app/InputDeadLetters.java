package dev.crawlsieve.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.input.InputPage;
import java.util.Arrays;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Dead letters of pages that never came onto their topic, in the form of KIP-1034. */
final class InputDeadLetters {

  static final String STAGE = "crawlsieve.stage";
  static final String REASON = "crawlsieve.reason";
  static final String ORIGIN = "crawlsieve.origin";
  static final String EXCEPTION = "__streams.errors.exception";
  static final String MESSAGE = "__streams.errors.message";
  static final String TOPIC = "__streams.errors.topic";
  static final String PARTITION = "__streams.errors.partition";
  static final String OFFSET = "__streams.errors.offset";

  /** As much of a value as a dead letter keeps when the value is what was too much. */
  private static final int BEGINNING_BYTES = 64 << 10;

  private InputDeadLetters() {}

  /** A page that could not be read from its input. */
  static ProducerRecord<byte[], byte[]> unread(String topic, InputPage page) {
    ProducerRecord<byte[], byte[]> letter = letter(topic, page, "input", page.defect());
    put(letter, TOPIC, "input");
    return letter;
  }

  /** A page that its topic did not take. */
  static ProducerRecord<byte[], byte[]> refused(
      String topic, String pages, InputPage page, Exception refusal) {
    ProducerRecord<byte[], byte[]> letter = letter(topic, page, "produce", refusal.getMessage());
    put(letter, TOPIC, pages);
    put(letter, EXCEPTION, refusal.getClass().getName());
    return letter;
  }

  /** The page with only the beginning of its value. */
  static InputPage beginning(InputPage page) {
    return page.value().length <= BEGINNING_BYTES
        ? page
        : new InputPage(
            page.key(),
            Arrays.copyOf(page.value(), BEGINNING_BYTES),
            page.timestamp(),
            page.origin(),
            page.defect());
  }

  private static ProducerRecord<byte[], byte[]> letter(
      String topic, InputPage page, String stage, String reason) {
    Long timestamp = page.timestamp() < 0 ? null : page.timestamp();
    ProducerRecord<byte[], byte[]> letter =
        new ProducerRecord<>(topic, null, timestamp, page.key(), beginning(page).value());
    put(letter, STAGE, stage);
    put(letter, REASON, reason);
    put(letter, ORIGIN, page.origin());
    put(letter, MESSAGE, reason);
    return letter;
  }

  private static void put(ProducerRecord<byte[], byte[]> letter, String name, String value) {
    letter.headers().add(name, (value == null ? "" : value).getBytes(UTF_8));
  }
}
