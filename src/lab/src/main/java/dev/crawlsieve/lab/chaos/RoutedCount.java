package dev.crawlsieve.lab.chaos;

import dev.crawlsieve.core.work.Stoppable;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Connection;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/** Counts the committed records that come out, regardless of what happens to brokers. */
final class RoutedCount implements Runnable {

  private static final Duration POLL = Duration.ofMillis(200);

  private final SieveConfig config;
  private final Stoppable stopping;
  private final Map<TopicPartition, Long> positions = new HashMap<>();
  private final Set<String> anew = ConcurrentHashMap.newKeySet();
  private volatile boolean ended;
  private final AtomicLong out = new AtomicLong();

  RoutedCount(SieveConfig config, Stoppable stopping) {
    this.config = config;
    this.stopping = stopping;
  }

  @Override
  public void run() {
    while (!ended && !stopping.asked()) {
      try (KafkaConsumer<byte[], byte[]> consumer = new Connection(config).consumer()) {
        seek(consumer);
        while (!ended && !stopping.asked() && anew.isEmpty()) {
          count(consumer);
        }
      } catch (KafkaException e) {
        // The brokers are under attack: another consumer continues where this one was.
      }
    }
  }

  private void seek(KafkaConsumer<byte[], byte[]> consumer) {
    if (positions.isEmpty()) {
      for (String topic : config.topics().routed()) {
        consumer
            .partitionsFor(topic)
            .forEach(info -> positions.put(new TopicPartition(topic, info.partition()), 0L));
      }
    }
    for (String topic : Set.copyOf(anew)) {
      positions.replaceAll((at, offset) -> at.topic().equals(topic) ? Long.valueOf(0) : offset);
      anew.remove(topic);
    }
    consumer.assign(positions.keySet());
    positions.forEach(consumer::seek);
  }

  private void count(KafkaConsumer<byte[], byte[]> consumer) {
    for (ConsumerRecord<byte[], byte[]> next : consumer.poll(POLL)) {
      positions.put(new TopicPartition(next.topic(), next.partition()), next.offset() + 1);
      out.incrementAndGet();
    }
  }

  /** Some topics were deleted and recreated: counts them from their beginning. */
  void anew(Set<String> topics) {
    anew.addAll(topics);
  }

  /** Number of records that have come out. */
  long out() {
    return out.get();
  }

  /** Stops counting. */
  void end() {
    ended = true;
  }
}
