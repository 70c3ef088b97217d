package dev.crawlsieve.stream.topology;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;

/**
 * Shows processors the records that a consumer has fetched, before they come to them one by one.
 *
 * <p>A thread of Kafka Streams polls for its own tasks only, so what its processors want to see is
 * kept for the thread.
 */
public final class FetchedRecords {

  private static final ThreadLocal<
          Map<TopicPartition, Consumer<List<ConsumerRecord<byte[], byte[]>>>>>
      WANTED = ThreadLocal.withInitial(HashMap::new);

  private FetchedRecords() {}

  /** From now on, shows a taker what this thread fetches of a partition. */
  public static void want(
      TopicPartition partition, Consumer<List<ConsumerRecord<byte[], byte[]>>> taker) {
    WANTED.get().put(partition, taker);
  }

  /** Stops passing on the records fetched from a partition. */
  public static void forget(TopicPartition partition) {
    WANTED.get().remove(partition);
  }

  /** This thread has fetched records, and will process them. */
  public static void fetched(ConsumerRecords<byte[], byte[]> records) {
    WANTED
        .get()
        .forEach(
            (partition, taker) -> {
              List<ConsumerRecord<byte[], byte[]>> some = records.records(partition);
              if (!some.isEmpty()) {
                taker.accept(some);
              }
            });
  }
}
