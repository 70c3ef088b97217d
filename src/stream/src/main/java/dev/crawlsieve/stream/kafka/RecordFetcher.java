package dev.crawlsieve.stream.kafka;

import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.work.SieveException;
import dev.crawlsieve.stream.config.SieveConfig;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/** Reads a few scattered records of a topic by position. */
public final class RecordFetcher {

  private static final Duration POLL = Duration.ofMillis(500);
  private static final int POLLS = 20;

  private RecordFetcher() {}

  /**
   * Reads records.
   *
   * @param places their positions
   * @return those that still exist, by position
   * @throws SieveException if the broker does not answer
   */
  public static Map<Coordinates, ConsumerRecord<byte[], byte[]>> fetch(
      SieveConfig config, String topic, Set<Coordinates> places) {
    Map<Coordinates, ConsumerRecord<byte[], byte[]>> found = new HashMap<>();
    if (places.isEmpty()) {
      return found;
    }
    Map<String, Object> small =
        Map.of(
            ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
            1,
            ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG,
            1 << 14,
            ConsumerConfig.FETCH_MAX_BYTES_CONFIG,
            1 << 14);
    try (KafkaConsumer<byte[], byte[]> consumer = new Connection(config).consumer(small)) {
      for (Coordinates place : places) {
        ConsumerRecord<byte[], byte[]> record = fetch(consumer, topic, place);
        if (record != null) {
          found.put(place, record);
        }
      }
    } catch (KafkaException e) {
      throw new SieveException("topic '" + topic + "' cannot be read: " + e.getMessage(), e);
    }
    return found;
  }

  private static ConsumerRecord<byte[], byte[]> fetch(
      KafkaConsumer<byte[], byte[]> consumer, String topic, Coordinates place) {
    TopicPartition partition = new TopicPartition(topic, place.partition());
    consumer.assign(List.of(partition));
    if (place.offset() < consumer.beginningOffsets(List.of(partition)).get(partition)) {
      return null;
    }
    consumer.seek(partition, place.offset());
    for (int poll = 0; poll < POLLS; poll++) {
      for (ConsumerRecord<byte[], byte[]> next : consumer.poll(POLL).records(partition)) {
        return next.offset() == place.offset() ? next : null;
      }
      if (consumer.position(partition) > place.offset()) {
        return null;
      }
    }
    return null;
  }
}
