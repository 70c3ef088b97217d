package dev.crawlsieve.stream.kafka.reading;

import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.CommittedRecords;
import dev.crawlsieve.stream.kafka.CommittedRecords.Range;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.errors.BrokerTroubleException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/** Reads single committed records of a topic by position. Not thread-safe. */
public final class PlaceReader implements AutoCloseable {

  // As soon as a consumer returns records, it requests those that follow. Here they are not needed,
  // and at the end of the log such a request would delay the next one by up to its maximum wait.
  private static final Map<String, Object> SMALL =
      Map.of(
          ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG,
          5,
          ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG,
          16 << 10,
          ConsumerConfig.FETCH_MAX_BYTES_CONFIG,
          1 << 20,
          ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
          500);

  private final String topic;
  private final Consumer<byte[], byte[]> consumer;

  /**
   * @param topic full name
   */
  public PlaceReader(SieveConfig config, String topic) {
    this(topic, new Connection(config).consumer(SMALL));
  }

  PlaceReader(String topic, Consumer<byte[], byte[]> consumer) {
    this.topic = topic;
    this.consumer = consumer;
  }

  /**
   * The records at the given positions, without those that no longer exist.
   *
   * @param patience how long the read may take
   * @throws BrokerTroubleException if they cannot be read in time
   */
  public Map<Coordinates, ConsumerRecord<byte[], byte[]>> fetch(
      Collection<Coordinates> places, Duration patience) {
    long start = System.nanoTime();
    Runnable check = () -> ensureTime(start, patience);
    Map<Coordinates, ConsumerRecord<byte[], byte[]>> found = new HashMap<>();
    try {
      Map<TopicPartition, NavigableSet<Long>> wanted = wanted(places, patience);
      while (!wanted.isEmpty()) {
        Map<TopicPartition, Range> next = new HashMap<>();
        wanted.forEach(
            (at, offsets) -> next.put(at, new Range(offsets.first(), offsets.pollFirst() + 1)));
        wanted.values().removeIf(Set::isEmpty);
        CommittedRecords.each(
            consumer,
            next,
            patience,
            check,
            record -> found.put(new Coordinates(record.partition(), record.offset()), record));
      }
      consumer.unsubscribe();
    } catch (KafkaException e) {
      throw TopicTail.failed(topic, e);
    }
    return found;
  }

  private void ensureTime(long start, Duration patience) {
    if (System.nanoTime() - start > patience.toNanos()) {
      throw new BrokerTroubleException(
          "topic '" + topic + "' does not answer within " + patience.toSeconds() + " s", null);
    }
  }

  /** The positions at which there may be a record, by partition. */
  private Map<TopicPartition, NavigableSet<Long>> wanted(
      Collection<Coordinates> places, Duration patience) {
    int partitions = consumer.partitionsFor(topic, patience).size();
    Map<TopicPartition, NavigableSet<Long>> wanted = new HashMap<>();
    for (Coordinates place : places) {
      if (place.partition() < partitions) {
        wanted
            .computeIfAbsent(new TopicPartition(topic, place.partition()), at -> new TreeSet<>())
            .add(place.offset());
      }
    }
    Map<TopicPartition, Long> ends = consumer.endOffsets(wanted.keySet(), patience);
    wanted.forEach((at, offsets) -> offsets.tailSet(ends.get(at)).clear());
    wanted.values().removeIf(Set::isEmpty);
    return wanted;
  }

  @Override
  public void close() {
    consumer.close();
  }
}
