package dev.crawlsieve.stream.kafka.reading;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Offsets;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Reads the committed records of a topic as lines. */
public final class TopicReader {

  private static final byte[] EMPTY = {};
  private static final Duration LOOK_EVERY = Duration.ofMillis(200);

  /**
   * What to read.
   *
   * @param topic a name without the prefix, such as {@code unique}, or a topic's full name
   * @param wholeRecords whether each line is a JSON object with key, position, time, headers and
   *     value
   * @param fromBeginning whether to start at the topic's beginning, or at its end
   * @param follow whether to wait for new records at the end; otherwise reading stops where the
   *     topic ended at the start
   */
  public record Reading(
      String topic, boolean wholeRecords, boolean fromBeginning, boolean follow) {}

  private final SieveConfig config;
  private final Consumer<String> note;
  private volatile boolean stopped;

  public TopicReader(SieveConfig config) {
    this(config, unheard -> {});
  }

  /**
   * @param note receives a sentence when records were removed before they were read
   */
  public TopicReader(SieveConfig config, Consumer<String> note) {
    this.config = config;
    this.note = note;
  }

  /**
   * Reads a topic. Values are passed on as they are, except fingerprints, which are rendered as
   * JSON.
   *
   * @param lines receives each record's line, without a line feed; returns whether to continue
   * @throws dev.crawlsieve.core.failure.SieveException if there is no such topic, or no broker
   *     answers
   */
  public void read(Reading reading, Predicate<byte[]> lines) {
    String name = config.topics().named(reading.topic());
    boolean fingerprints = name.equals(config.topics().fingerprints());
    try (TopicTail tail = new TopicTail(config, name, note)) {
      if (!reading.fromBeginning()) {
        tail.seekToEnd();
      }
      Map<Integer, Long> ends = tail.ends();
      boolean[] enough = {false};
      while (!stopped && !enough[0] && (reading.follow() || !reached(tail, ends))) {
        tail.poll(
            LOOK_EVERY,
            next -> {
              boolean wanted =
                  reading.follow() || next.offset() < Offsets.of(next.partition(), ends);
              enough[0] =
                  enough[0]
                      || (wanted && !lines.test(line(next, fingerprints, reading.wholeRecords())));
            });
      }
    }
  }

  private static byte[] line(
      ConsumerRecord<byte[], byte[]> next, boolean fingerprint, boolean whole) {
    if (whole || fingerprint) {
      return (whole ? RecordJson.of(next, fingerprint) : FingerprintJson.ofStored(next.value()))
          .toString()
          .getBytes(UTF_8);
    }
    return next.value() == null ? EMPTY : next.value();
  }

  private static boolean reached(TopicTail tail, Map<Integer, Long> ends) {
    Map<Integer, Long> positions = tail.positions();
    return ends.entrySet().stream()
        .allMatch(end -> Offsets.of(end.getKey(), positions) >= end.getValue());
  }

  /** Stops reading; may be called from another thread. */
  public void stop() {
    stopped = true;
  }
}
