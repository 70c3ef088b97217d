package dev.crawlsieve.stream.letters;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import dev.crawlsieve.stream.kafka.reading.TopicSpan;
import dev.crawlsieve.stream.kafka.topics.Topics;
import java.util.HashSet;
import java.util.Set;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * The dead letters that have been sent again. Each has a record on the compacted topic {@code
 * dead-letters-resent}, written in the transaction that sends its page.
 *
 * <p>A record's key consists of the id of the topic {@code dead-letters} and the letter's position.
 * So if that topic is deleted and recreated, none of its letters counts as sent.
 */
final class ResentLetters {

  private final String topic;
  private final String prefix;
  private final Set<String> positions = new HashSet<>();

  private ResentLetters(String topic, String prefix) {
    this.topic = topic;
    this.prefix = prefix;
  }

  /**
   * Reads those that are committed now; there are none if the topic does not exist.
   *
   * @throws SieveException if the topic may not be read, or no broker answers
   */
  static ResentLetters read(SieveConfig config) {
    String topic = config.topics().resentLetters();
    ResentLetters resent =
        new ResentLetters(topic, Topics.id(config, config.topics().deadLetters()) + "/");
    TopicSpan.of(config, topic)
        .read(
            marker -> {
              String key = marker.key() == null ? "" : new String(marker.key(), UTF_8);
              if (key.startsWith(resent.prefix)) {
                resent.positions.add(key.substring(resent.prefix.length()));
              }
            });
    return resent;
  }

  boolean contains(Coordinates letter) {
    return positions.contains(letter.toString());
  }

  /** The record which states that a letter has been sent. */
  ProducerRecord<byte[], byte[]> marker(Letter letter) {
    byte[] value =
        RecordJson.JSON
            .createObjectNode()
            .put("deadLetter", letter.at().toString())
            .put("stage", letter.stage())
            .toString()
            .getBytes(UTF_8);
    return new ProducerRecord<>(topic, (prefix + letter.at()).getBytes(UTF_8), value);
  }
}
