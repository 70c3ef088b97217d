package dev.crawlsieve.stream.run;

import dev.crawlsieve.Waits;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.reading.TopicSpan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** The committed records of a topic, for tests. */
public final class Committed {

  private Committed() {}

  /** All records from the topic's beginning to its current end. */
  public static List<ConsumerRecord<byte[], byte[]>> records(SieveConfig config, String topic) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    TopicSpan.required(config, topic).read(records::add);
    return records;
  }

  /** Waits until there are at least so many records on the topics, and reads each of them once. */
  public static void await(SieveConfig config, long count, String... topics) {
    await(config, count, () -> false, topics);
  }

  /** The same, and throws what a runner has failed with. */
  public static void await(SieveConfig config, SieveRunner runner, long count, String... topics) {
    await(
        config,
        count,
        () -> {
          if (runner.failure() != null) {
            throw runner.failure();
          }
          return false;
        },
        topics);
  }

  /** The same, but no longer than until something else is so. */
  public static void await(
      SieveConfig config, long count, Callable<Boolean> otherwise, String... topics) {
    AtomicLong seen = new AtomicLong();
    try (Consumer<byte[], byte[]> consumer =
        new Connection(config).consumer(Connection.TO_THE_END)) {
      List<TopicPartition> partitions =
          Arrays.stream(topics)
              .flatMap(topic -> consumer.partitionsFor(topic).stream())
              .map(info -> new TopicPartition(info.topic(), info.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Waits.await()
          .until(
              () ->
                  seen.addAndGet(consumer.poll(Duration.ofMillis(200)).count()) >= count
                      || otherwise.call());
    }
  }
}
