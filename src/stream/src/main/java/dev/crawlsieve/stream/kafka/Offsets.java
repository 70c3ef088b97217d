package dev.crawlsieve.stream.kafka;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;

/** The partitions of a topic, and where they begin and end. */
public final class Offsets {

  private Offsets() {}

  /** All partitions of a topic. */
  public static List<TopicPartition> partitions(Consumer<?, ?> consumer, String topic) {
    return consumer.partitionsFor(topic).stream()
        .map(info -> new TopicPartition(topic, info.partition()))
        .toList();
  }

  /** A topic's partitions; none if there is no such topic, or it may not be read. */
  public static List<TopicPartition> existing(Consumer<?, ?> consumer, String topic) {
    return consumer.listTopics().getOrDefault(topic, List.of()).stream()
        .map(info -> new TopicPartition(topic, info.partition()))
        .toList();
  }

  /** Offset of a partition's first record. */
  public static long begin(Consumer<?, ?> consumer, TopicPartition partition) {
    return of(partition, consumer.beginningOffsets(List.of(partition)));
  }

  /** Offset after a partition's last record. */
  public static long end(Consumer<?, ?> consumer, TopicPartition partition) {
    return of(partition, consumer.endOffsets(List.of(partition)));
  }

  /**
   * The offset of one partition in an answer of the brokers.
   *
   * @param all the answer: an offset for each partition in the request
   */
  public static <P> long of(P partition, Map<P, Long> all) {
    return Objects.requireNonNull(all.get(partition), partition::toString);
  }
}
