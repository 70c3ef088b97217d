package dev.crawlsieve.tool.quickstart;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.failure.UnreadableRecordException;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.files.sieve.Examples;
import dev.crawlsieve.files.sieve.SieveResult;
import dev.crawlsieve.files.sieve.Tally;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.config.TopicNames;
import dev.crawlsieve.stream.feed.PageProducer;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import dev.crawlsieve.stream.topology.DeadLetters;
import dev.crawlsieve.stream.topology.RoutedPage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/** Reads and counts the committed output of the topology. */
final class RoutedPages implements AutoCloseable {

  private final TopicNames topics;
  private final KafkaConsumer<byte[], byte[]> consumer;

  private final Examples examples = new Examples();
  private final Tally tally = new Tally();
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

  /** Waits for output, at most this long, and counts it. */
  void await(Duration patience) {
    for (ConsumerRecord<byte[], byte[]> next : consumer.poll(patience)) {
      take(next);
      lastNanos = System.nanoTime();
    }
  }

  private void take(ConsumerRecord<byte[], byte[]> next) {
    if (next.topic().equals(topics.unique())) {
      tally.routed(Verdict.Route.UNIQUE);
    } else if (next.topic().equals(topics.duplicate())) {
      tally.routed(Verdict.Route.DUPLICATE);
    } else if (next.topic().equals(topics.unjudged())) {
      tally.unjudged(Objects.requireNonNull(RecordJson.header(next, RoutedPage.TRAIT)));
    } else if (next.topic().equals(topics.deadLetters())) {
      tally.deadLetter(Objects.requireNonNull(RecordJson.header(next, DeadLetters.REASON)));
    } else {
      verdict(next);
    }
  }

  private void verdict(ConsumerRecord<byte[], byte[]> next) {
    try {
      Verdict verdict = VerdictCodec.decode(next.value());
      tally.decided(verdict);
      examples.decided(verdict);
    } catch (UnreadableRecordException e) {
      throw new SieveException(e.getMessage(), e);
    }
  }

  /** Number of pages that have been routed. */
  long routed() {
    return tally.routed();
  }

  /** Whether exactly this many pages have been routed, and every judged page has a verdict. */
  boolean complete(long pages) {
    if (routed() > pages) {
      throw new SieveException(routed() + " pages came out of " + pages);
    }
    return routed() == pages && tally.allDecided();
  }

  /** The totals, once everything has been routed. */
  SieveResult result(PageProducer producer) {
    long pages = producer.pages();
    double seconds = pages == 0 ? 0 : (lastNanos - producer.startNanos()) / 1e9;
    tally.pages(pages, producer.bytes());
    return tally.result(
        seconds,
        producer.skipped(),
        producer.damages(),
        producer.empty(),
        producer.notes(),
        examples.some());
  }

  @Override
  public void close() {
    consumer.close();
  }
}
