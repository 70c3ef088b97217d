package dev.crawlsieve.stream.letters;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.reading.PlaceReader;
import dev.crawlsieve.stream.kafka.topics.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * A dead letter for a person to read. Bytes that are not UTF-8 are shown as replacement characters.
 *
 * @param at its position on {@code dead-letters}
 * @param time its timestamp, RFC 3339
 * @param key the record's key
 * @param headers all its headers, in order
 * @param bytes length of the body, in bytes
 * @param body the beginning of the body
 * @param cut whether the body is longer than that
 * @param sentAgain whether the letter has been sent again
 * @param refusal why the letter cannot be sent again; null if it can
 * @param cause why the page would be a dead letter again, as it is and under these settings; null
 *     if it would not
 * @param produced whether it was read from the topic of pages, which a new generation reads
 */
public record ShownLetter(
    @JsonSerialize(using = ToStringSerializer.class) Coordinates at,
    String time,
    @Nullable String key,
    List<Header> headers,
    long bytes,
    String body,
    boolean cut,
    boolean sentAgain,
    @Nullable String refusal,
    @JsonIgnore @Nullable String cause,
    @JsonIgnore boolean produced) {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** A header, with its value cut to the length that is shown. */
  public record Header(String name, String value) {}

  /**
   * The place of a letter.
   *
   * @param place partition@offset
   * @throws SieveException if it is no place
   */
  public static Coordinates place(String place) {
    return Coordinates.parse(place)
        .orElseThrow(
            () ->
                new SieveException(
                    "a dead letter's place is partition@offset, for example 0@17, not '"
                        + place
                        + "'"));
  }

  /**
   * Reads a letter.
   *
   * @param most maximum number of bytes shown of the body, and of each other value
   * @throws SieveException if there is no such letter, or it cannot be read
   */
  public static ShownLetter read(SieveConfig config, Coordinates at, int most) {
    String topic = config.topics().deadLetters();
    Topics.ensureExist(config, List.of(topic));
    ResentLetters resent = ResentLetters.read(config);
    try (PlaceReader reader = new PlaceReader(config, topic)) {
      return Optional.ofNullable(reader.fetch(List.of(at), PATIENCE).get(at))
          .map(record -> of(new Letter(record), resent.contains(at), config, most))
          .orElseThrow(
              () -> new SieveException("there is no dead letter at " + at + " of '" + topic + "'"));
    }
  }

  static ShownLetter of(Letter letter, boolean sentAgain, SieveConfig config, int most) {
    ConsumerRecord<byte[], byte[]> record = letter.record();
    byte[] value = record.value() == null ? new byte[0] : record.value();
    return new ShownLetter(
        letter.at(),
        Instant.ofEpochMilli(record.timestamp()).toString(),
        record.key() == null ? null : text(record.key(), most),
        StreamSupport.stream(record.headers().spliterator(), false)
            .map(header -> new Header(header.key(), text(header.value(), most)))
            .toList(),
        value.length,
        text(value, most),
        value.length > most,
        sentAgain,
        letter.refusal(config).orElse(null),
        letter.cause(config).orElse(null),
        letter.stage().equals(DeadLetterStage.FINGERPRINT.toString()));
  }

  private static String text(byte[] bytes, int most) {
    return bytes == null ? "" : new String(bytes, 0, Math.min(bytes.length, most), UTF_8);
  }
}
