package dev.crawlsieve.stream.kafka.reading;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.Offsets;
import dev.crawlsieve.stream.kafka.topics.Topics;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the committed records in all partitions of a topic, from given positions on. It belongs
 * to no consumer group. Not thread-safe except for {@link #wakeup}.
 */
public final class TopicTail implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(TopicTail.class);

  private final String topic;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final List<TopicPartition> partitions;
  private final Consumer<String> note;
  private boolean woken;

  /**
   * Starts at the beginning of the topic. If records are removed before they are read, that is
   * logged.
   *
   * @param topic full name
   * @throws SieveException if there is no such topic, or no broker answers
   */
  public TopicTail(SieveConfig config, String topic) {
    this(config, topic, LOG::warn);
  }

  /**
   * Starts at the beginning of the topic.
   *
   * @param note receives a sentence if records are removed before they are read
   */
  TopicTail(SieveConfig config, String topic, Consumer<String> note) {
    this.topic = topic;
    this.note = note;
    Topics.ensureExist(config, List.of(topic));
    consumer =
        new Connection(config).consumer(Map.of(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none"));
    try {
      partitions = Offsets.partitions(consumer, topic);
    } catch (KafkaException e) {
      consumer.close();
      throw failed(topic, e);
    }
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
  }

  /** Continues at the ends of all partitions. */
  void seekToEnd() {
    consumer.seekToEnd(partitions);
  }

  /**
   * Continues at other positions.
   *
   * @param positions next offset by partition; a partition without one starts at its beginning
   */
  public void seek(Map<Integer, Long> positions) {
    for (TopicPartition at : partitions) {
      Long position = positions.get(at.partition());
      if (position != null) {
        consumer.seek(at, position);
      }
    }
  }

  /**
   * Passes on the records that are available.
   *
   * @param patience how long to wait if there are none
   * @return false if it was woken up
   * @throws SieveException if the topic cannot be read
   */
  public boolean poll(Duration patience, Consumer<ConsumerRecord<byte[], byte[]>> each) {
    if (woken) {
      woken = false;
      return false;
    }
    try {
      consumer.poll(patience).forEach(each);
      return true;
    } catch (OffsetOutOfRangeException e) {
      goOn(e.offsetOutOfRangePartitions());
      return true;
    } catch (WakeupException e) {
      return false;
    } catch (KafkaException e) {
      throw failed(topic, e);
    }
  }

  private void goOn(Map<TopicPartition, Long> places) {
    Map<Integer, Long> begins = offsets(() -> consumer.beginningOffsets(places.keySet()));
    places.forEach(
        (at, place) -> {
          long begin = Offsets.of(at.partition(), begins);
          note.accept(
              place < begin
                  ? "%s: the records from offset %s to %s were removed before they were read"
                      .formatted(at, place, begin - 1)
                  : "%s ends before offset %s, which was read last: it was recreated or truncated, and is read from its beginning"
                      .formatted(at, place));
          consumer.seek(at, begin);
        });
  }

  /** The next offset to read, for each partition from which a record has been read. */
  public Map<Integer, Long> positions() {
    return offsets(
        () -> partitions.stream().collect(Collectors.toMap(at -> at, consumer::position)));
  }

  /**
   * The approximate number of committed records that have not been passed on yet; -1 if it is not
   * known yet.
   */
  public long behind() {
    long behind = 0;
    for (TopicPartition at : partitions) {
      if (consumer.currentLag(at).isEmpty()) {
        return -1;
      }
      behind += consumer.currentLag(at).getAsLong();
    }
    return behind;
  }

  /** The offset after the last committed record of each partition. */
  Map<Integer, Long> ends() {
    return offsets(() -> consumer.endOffsets(partitions));
  }

  /** The first offset that retention has left in each partition. */
  public Map<Integer, Long> starts() {
    Map<Integer, Long> starts = offsets(() -> consumer.beginningOffsets(partitions));
    // The consumer takes the result of any offset request for the end offsets and computes its lag
    // from it (as of 4.3.1). So the ends have to be requested last.
    ends();
    return starts;
  }

  private Map<Integer, Long> offsets(Supplier<Map<TopicPartition, Long>> asked) {
    Map<Integer, Long> offsets = new TreeMap<>();
    try {
      asked.get().forEach((at, offset) -> offsets.put(at.partition(), offset));
    } catch (WakeupException e) {
      woken = true; // reported by the next poll
      return offsets(asked);
    } catch (KafkaException e) {
      throw failed(topic, e);
    }
    return offsets;
  }

  static SieveException failed(String topic, KafkaException e) {
    return new SieveException("topic '" + topic + "' cannot be read: " + e.getMessage(), e);
  }

  /** Interrupts a poll; may be called from another thread. */
  public void wakeup() {
    consumer.wakeup();
  }

  @Override
  public void close() {
    consumer.close();
  }
}
