package dev.crawlsieve.stream.feed;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.files.input.InputPage;
import dev.crawlsieve.stream.kafka.errors.BrokerRefusal;
import dev.crawlsieve.stream.topology.DeadLetters;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** Makes the dead letters of pages that never reached their topic, in the form of KIP-1034. */
public final class InputDeadLetters {

  /** Header that names the file of the page, and the page's position in the file. */
  public static final String ORIGIN = "crawlsieve.origin";

  private InputDeadLetters() {}

  /** The dead letter of a page that could not be read from its input. */
  static ProducerRecord<byte[], byte[]> unread(String topic, InputPage page) {
    ProducerRecord<byte[], byte[]> letter = letter(topic, page, "input", page.defect());
    put(letter, DeadLetters.TOPIC, "input");
    return letter;
  }

  /** The dead letter of a page that its topic rejected. */
  static ProducerRecord<byte[], byte[]> refused(
      String topic, String pages, InputPage page, Exception refusal) {
    ProducerRecord<byte[], byte[]> letter =
        letter(
            topic,
            page,
            "produce",
            "it cannot be sent to topic '%s': %s (%s)"
                .formatted(pages, refusal.getMessage(), BrokerRefusal.ofRecord(refusal)));
    put(letter, DeadLetters.TOPIC, pages);
    put(letter, DeadLetters.EXCEPTION, refusal.getClass().getName());
    return letter;
  }

  /** Whether the value of a letter may be only the beginning of the page's value. */
  public static boolean mayBeCut(byte[] value) {
    return value == null || value.length >= InputPage.BEGINNING_BYTES;
  }

  private static ProducerRecord<byte[], byte[]> letter(
      String topic, InputPage page, String stage, @Nullable String reason) {
    ProducerRecord<byte[], byte[]> letter =
        new ProducerRecord<>(topic, page.key(), page.beginning().value());
    put(letter, DeadLetters.STAGE, stage);
    put(letter, DeadLetters.REASON, reason);
    put(letter, ORIGIN, page.origin());
    put(letter, DeadLetters.MESSAGE, reason);
    return letter;
  }

  private static void put(
      ProducerRecord<byte[], byte[]> letter, String name, @Nullable String value) {
    letter.headers().add(name, (value == null ? "" : value).getBytes(UTF_8));
  }
}
