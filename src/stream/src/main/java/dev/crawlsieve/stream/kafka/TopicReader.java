package dev.crawlsieve.stream.kafka;

import dev.crawlsieve.core.work.SieveException;
import dev.crawlsieve.stream.config.SieveConfig;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/** Reads the committed records of a topic from its beginning. */
public final class TopicReader {

  private static final Duration LOOK_EVERY = Duration.ofMillis(200);

  /**
   * What to read.
   *
   * @param topic one of the plain names, such as {@code unique}, or a topic's full name
   * @param wholeRecords whether lines are JSON objects of key, position, time, headers and value
   * @param fromBeginning whether to start at the topic's beginning, or at its end
   * @param follow whether to continue at the end; otherwise reading stops at what was the end at
   *     the start
   */
  public record Reading(
      String topic, boolean wholeRecords, boolean fromBeginning, boolean follow) {}

  /** Receives the lines. */
  @FunctionalInterface
  public interface Lines {

    /**
     * Receives one record's line, without line feed.
     *
     * @return whether to continue
     */
    boolean take(byte[] line);
  }

  private final SieveConfig config;
  private volatile boolean stopped;

  public TopicReader(SieveConfig config) {
    this.config = config;
  }

  /**
   * Reads a topic as lines: values as they are, except fingerprints, which are rendered as JSON.
   *
   * @throws SieveException if there is no such topic, or no broker answers
   */
  public void read(Reading reading, Lines lines) {
    String name = config.topics().named(reading.topic());
    RecordLine form =
        new RecordLine(name.equals(config.topics().fingerprints()), reading.wholeRecords());
    records(name, reading.fromBeginning(), reading.follow(), next -> lines.take(form.of(next)));
  }

  /**
   * @param wanted receives a record and returns whether to continue
   */
  public void records(
      String name,
      boolean fromBeginning,
      boolean follow,
      Predicate<ConsumerRecord<byte[], byte[]>> wanted) {
    Topics.ensureExist(config, List.of(name));
    try (KafkaConsumer<byte[], byte[]> consumer = new Connection(config).consumer()) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(name).stream()
              .map(info -> new TopicPartition(name, info.partition()))
              .toList();
      consumer.assign(partitions);
      if (fromBeginning) {
        consumer.seekToBeginning(partitions);
      } else {
        consumer.seekToEnd(partitions);
      }
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      while (!stopped && (follow || !reached(consumer, ends))) {
        for (ConsumerRecord<byte[], byte[]> next : consumer.poll(LOOK_EVERY)) {
          boolean before =
              next.offset() < ends.get(new TopicPartition(next.topic(), next.partition()));
          if ((follow || before) && !wanted.test(next)) {
            return;
          }
        }
      }
    } catch (KafkaException e) {
      throw new SieveException("topic '" + name + "' cannot be read: " + e.getMessage(), e);
    }
  }

  private static boolean reached(
      KafkaConsumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends) {
    return ends.entrySet().stream()
        .allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
  }

  /** Stops reading; may be called from another thread. */
  public void stop() {
    stopped = true;
  }
}
