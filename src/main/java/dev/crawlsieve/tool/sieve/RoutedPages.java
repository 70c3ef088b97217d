package dev.crawlsieve.tool.sieve;

import com.fasterxml.jackson.databind.JsonNode;
import dev.crawlsieve.core.work.SieveException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.config.TopicNames;
import dev.crawlsieve.stream.feed.Examples;
import dev.crawlsieve.stream.feed.PageProducer;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.RecordJson;
import dev.crawlsieve.stream.topology.RoutedPage;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/** Watches everything that comes out of the topology, as it is committed, and counts it. */
final class RoutedPages implements AutoCloseable {

  private final TopicNames topics;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final Examples examples = new Examples();
  private long unique;
  private long duplicate;
  private final SortedMap<String, Long> unjudged = new TreeMap<>();
  private long deadLetters;
  private long verdicts;
  private long exact;
  private long near;
  private long revisit;
  private long lastNanos = System.nanoTime();

  RoutedPages(SieveConfig config) {
    this.topics = config.topics();
    this.consumer = new Connection(config).consumer();
    List<TopicPartition> all = new ArrayList<>();
    for (int partition = 0; partition < config.partitions(); partition++) {
      all.add(new TopicPartition(topics.unique(), partition));
      all.add(new TopicPartition(topics.duplicate(), partition));
      all.add(new TopicPartition(topics.unjudged(), partition));
      all.add(new TopicPartition(topics.verdicts(), partition));
    }
    all.add(new TopicPartition(topics.deadLetters(), 0));
    consumer.assign(all);
    consumer.seekToBeginning(all);
  }

  /** Waits a while for pages to come out. */
  void await(Duration patience) throws IOException {
    for (ConsumerRecord<byte[], byte[]> next : consumer.poll(patience)) {
      take(next);
      lastNanos = System.nanoTime();
    }
  }

  private void take(ConsumerRecord<byte[], byte[]> next) throws IOException {
    if (next.topic().equals(topics.unique())) {
      unique++;
    } else if (next.topic().equals(topics.duplicate())) {
      duplicate++;
    } else if (next.topic().equals(topics.unjudged())) {
      unjudged.merge(RecordJson.header(next, RoutedPage.TRAIT), 1L, Long::sum);
    } else if (next.topic().equals(topics.deadLetters())) {
      deadLetters++;
    } else {
      verdict(next);
    }
  }

  private void verdict(ConsumerRecord<byte[], byte[]> next) throws IOException {
    verdicts++;
    JsonNode verdict = RecordJson.JSON.readTree(next.value());
    switch (verdict.path("kind").asText("")) {
      case "exact" -> exact++;
      case "near" -> near++;
      case "revisit" -> revisit++;
      default -> {}
    }
    examples.offer(verdict);
  }

  /** Pages that have come out. */
  long routed() {
    return unique + duplicate + unjudged() + deadLetters;
  }

  private long unjudged() {
    return unjudged.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Whether this many pages, and no more, have come out, and a verdict on each that is judged. */
  boolean complete(long pages) {
    if (routed() > pages) {
      throw new SieveException(routed() + " pages came out of " + pages);
    }
    return routed() == pages && verdicts >= unique + duplicate;
  }

  /** The sums, once all is out. */
  SieveResult result(PageProducer producer) {
    long pages = producer.pages();
    double seconds = pages == 0 ? 0 : (lastNanos - producer.startNanos()) / 1e9;
    return new SieveResult(
        pages,
        unique,
        duplicate,
        exact,
        near,
        revisit,
        unjudged,
        deadLetters,
        producer.bytes(),
        seconds,
        producer.skipped(),
        producer.damages(),
        examples.chosen());
  }

  @Override
  public void close() {
    consumer.close();
  }
}
