package dev.crawlsieve.app;

import dev.crawlsieve.config.SieveConfig;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/** The newest records that are committed on a topic, as many of each partition. */
final class NewestRecords {

  private static final Duration POLL = Duration.ofMillis(200);

  private final SieveConfig config;
  private final String topic;
  private final long atMost;
  private long records;

  private NewestRecords(SieveConfig config, String topic, long atMost) {
    this.config = config;
    this.topic = topic;
    this.atMost = atMost;
  }

  /**
   * @param atMost how many are read of all partitions together
   */
  static NewestRecords of(SieveConfig config, String topic, long atMost) {
    return new NewestRecords(config, topic, atMost);
  }

  /**
   * Reads them.
   *
   * @param patience after which reading ends where it is
   * @return how many were read
   * @throws SieveException if there is no such topic, or no broker answers
   */
  long read(Duration patience, Consumer<ConsumerRecord<byte[], byte[]>> each) {
    long start = System.nanoTime();
    long read = 0;
    Topics.ensureExist(config, List.of(topic));
    try (KafkaConsumer<byte[], byte[]> consumer = new Connection(config).consumer()) {
      Map<TopicPartition, Long> ends = assign(consumer);
      while (!reached(consumer, ends) && System.nanoTime() - start < patience.toNanos()) {
        for (ConsumerRecord<byte[], byte[]> next : consumer.poll(POLL)) {
          if (next.offset() < ends.get(new TopicPartition(next.topic(), next.partition()))) {
            each.accept(next);
            read++;
          }
        }
      }
    } catch (KafkaException e) {
      throw new SieveException("topic '" + topic + "' cannot be read: " + e.getMessage(), e);
    }
    return read;
  }

  /** Stands before the newest records; returns where they end. */
  private Map<TopicPartition, Long> assign(KafkaConsumer<byte[], byte[]> consumer) {
    List<TopicPartition> partitions =
        consumer.partitionsFor(topic).stream()
            .map(info -> new TopicPartition(topic, info.partition()))
            .toList();
    consumer.assign(partitions);
    Map<TopicPartition, Long> begins = consumer.beginningOffsets(partitions);
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
    long share = Math.max(1, atMost / partitions.size());
    records = 0;
    for (TopicPartition at : partitions) {
      records += ends.get(at) - begins.get(at);
      consumer.seek(at, Math.max(begins.get(at), ends.get(at) - share));
    }
    return ends;
  }

  private static boolean reached(
      KafkaConsumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends) {
    return ends.entrySet().stream()
        .allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
  }

  /** About how many records there are; transaction markers take offsets, too. Known once read. */
  long records() {
    return records;
  }
}
