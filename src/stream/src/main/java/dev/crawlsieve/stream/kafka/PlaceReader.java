package dev.crawlsieve.stream.kafka;

import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.work.SieveException;
import dev.crawlsieve.stream.config.SieveConfig;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/** Reads single committed records of a topic by position. Not thread-safe. */
public final class PlaceReader implements AutoCloseable {

  // A consumer requests what follows as soon as it hands out records. Here that is not wanted, and
  // at the log's end such a request would delay the next one by up to its maximum wait.
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

  private static final Duration POLL = Duration.ofMillis(50);
  private static final int SEEK_AHEAD = 200;

  private final String topic;
  private final KafkaConsumer<byte[], byte[]> consumer;

  /**
   * @param topic full name
   */
  public PlaceReader(SieveConfig config, String topic) {
    this.topic = topic;
    this.consumer = new Connection(config).consumer(SMALL);
  }

  /**
   * The records at the given positions, without those that no longer exist.
   *
   * @param patience the time-out
   * @param enough polled now and then; true ends the search
   * @throws SieveException if they cannot be read in time
   */
  public Map<Coordinates, ConsumerRecord<byte[], byte[]>> fetch(
      Collection<Coordinates> places, Duration patience, BooleanSupplier enough) {
    long start = System.nanoTime();
    Map<Integer, NavigableSet<Long>> wanted = new TreeMap<>();
    for (Coordinates place : places) {
      wanted.computeIfAbsent(place.partition(), p -> new TreeSet<>()).add(place.offset());
    }
    Map<Coordinates, ConsumerRecord<byte[], byte[]>> found = new HashMap<>();
    Map<Integer, Long> sought = new HashMap<>();
    try {
      int partitions = consumer.partitionsFor(topic, patience).size();
      wanted.keySet().removeIf(partition -> partition >= partitions);
      consumer.assign(wanted.keySet().stream().map(this::partition).toList());
      while (!wanted.isEmpty()) {
        if (enough.getAsBoolean()) {
          throw new SieveException(
              "topic '" + topic + "' was not read to the end, because nobody is waiting for it");
        }
        if (System.nanoTime() - start > patience.toNanos()) {
          throw new SieveException(
              "topic '" + topic + "' does not answer within " + patience.toSeconds() + " s");
        }
        wanted.forEach((partition, offsets) -> seek(partition, offsets.first(), sought));
        poll(wanted, sought, found);
      }
      consumer.unsubscribe();
    } catch (KafkaException e) {
      throw TopicTail.failed(topic, e);
    }
    return found;
  }

  /** Seeks to an offset, unless reading on will reach it soon. */
  private void seek(int partition, long offset, Map<Integer, Long> sought) {
    Long before = sought.get(partition);
    if (before == null || consumer.position(partition(partition)) + SEEK_AHEAD < offset) {
      consumer.seek(partition(partition), offset);
      sought.put(partition, offset);
    }
  }

  private TopicPartition partition(int number) {
    return new TopicPartition(topic, number);
  }

  /** Polls once, keeps the wanted records, and removes the offsets that were found or passed. */
  private void poll(
      Map<Integer, NavigableSet<Long>> wanted,
      Map<Integer, Long> sought,
      Map<Coordinates, ConsumerRecord<byte[], byte[]>> found) {
    for (ConsumerRecord<byte[], byte[]> next : consumer.poll(POLL)) {
      NavigableSet<Long> offsets = wanted.get(next.partition());
      if (offsets != null && offsets.contains(next.offset())) {
        found.put(new Coordinates(next.partition(), next.offset()), next);
      }
    }
    for (TopicPartition at : consumer.assignment()) {
      NavigableSet<Long> offsets = wanted.get(at.partition());
      if (offsets == null) {
        continue;
      }
      long position = consumer.position(at);
      if (position < sought.get(at.partition())) {
        // The position was reset to the start: the offset sought is past the end, and so are all
        // later ones.
        offsets.clear();
      } else {
        offsets.headSet(position).clear();
      }
      if (offsets.isEmpty()) {
        wanted.remove(at.partition());
        consumer.pause(List.of(at));
      }
    }
  }

  @Override
  public void close() {
    consumer.close();
  }
}
