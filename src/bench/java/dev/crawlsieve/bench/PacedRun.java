package dev.crawlsieve.bench;

import dev.crawlsieve.bench.result.Latencies;
import dev.crawlsieve.core.input.InputPage;
import dev.crawlsieve.core.work.SieveException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.feed.Producing;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.Topics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.Topology;

/**
 * Produces pages at a constant rate and times each from when it was due until a consumer of
 * committed records has it.
 *
 * <p>The due time is the record's timestamp, which both topologies keep. A page that the producer
 * sends late is timed from when it was due, so that a pause is not hidden by the pages that it
 * delayed (Tene's coordinated omission).
 */
final class PacedRun {

  /** The first part of a run is only a warm-up. */
  private static final double WARM_UP = 0.25;

  private static final Duration POLL = Duration.ofMillis(50);

  /** Pages of several seconds, so that no read of a file makes one late. */
  private static final long MOST_AHEAD_BYTES = 256L << 20;

  private final SieveConfig config;
  private final Runnable stopCheck;

  PacedRun(SieveConfig config, Runnable stopCheck) {
    this.config = config;
    this.stopCheck = stopCheck;
  }

  /**
   * Runs once, on topics of its own.
   *
   * @param pages files of page events, from the beginning
   * @param count number of pages, of which the first quarter is not timed
   * @param rate pages per second
   */
  Latencies run(Topology topology, String name, List<Path> pages, int count, double rate) {
    List<String> unused = Topics.create(config);
    ExecutorService thread =
        Executors.newSingleThreadExecutor(task -> new Thread(task, "crawlsieve-paced"));
    try (BenchStreams streams = new BenchStreams(config, topology, name, stopCheck);
        KafkaConsumer<byte[], byte[]> consumer = outputs();
        KafkaProducer<byte[], byte[]> producer = producer()) {
      streams.startAndAwaitRunning();
      Future<Long> producing = thread.submit(() -> produce(producer, pages, count, rate));
      long[] dueAndTaken = new long[count * 2];
      int seen = 0;
      while (seen < count) {
        for (ConsumerRecord<byte[], byte[]> page : consumer.poll(POLL)) {
          dueAndTaken[2 * seen] = page.timestamp();
          dueAndTaken[2 * seen + 1] = System.currentTimeMillis() - page.timestamp();
          seen++;
        }
        if (producing.isDone()) {
          long made = Producing.join(producing);
          if (made < count) {
            throw new SieveException(made + " pages were produced, not " + count);
          }
        }
        streams.ensureWell(seen);
      }
      return latencies(dueAndTaken, Producing.join(producing));
    } finally {
      thread.shutdownNow();
    }
  }

  private static Latencies latencies(long[] dueAndTaken, long count) {
    int pages = (int) count;
    long[] due = new long[pages];
    Arrays.setAll(due, i -> dueAndTaken[2 * i]);
    Arrays.sort(due);
    long from = due[(int) (WARM_UP * pages)];
    long[] taken = new long[pages];
    int timed = 0;
    for (int i = 0; i < pages; i++) {
      if (dueAndTaken[2 * i] >= from) {
        taken[timed++] = dueAndTaken[2 * i + 1];
      }
    }
    return new Latencies(Arrays.copyOf(taken, timed));
  }

  private KafkaConsumer<byte[], byte[]> outputs() {
    KafkaConsumer<byte[], byte[]> consumer = new Connection(config).consumer();
    List<TopicPartition> partitions = new ArrayList<>();
    for (String topic : config.topics().routed()) {
      consumer.partitionsFor(topic).stream()
          .map(info -> new TopicPartition(topic, info.partition()))
          .forEach(partitions::add);
    }
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
    return consumer;
  }

  private KafkaProducer<byte[], byte[]> producer() {
    return new Connection(config).pageProducer(Map.of(ProducerConfig.LINGER_MS_CONFIG, 1));
  }

  /** Produces at the rate; returns the number produced. */
  private long produce(
      KafkaProducer<byte[], byte[]> producer, List<Path> pages, int count, double rate)
      throws InterruptedException {
    long made = 0;
    int aheadBytes = (int) Math.min(MOST_AHEAD_BYTES, Runtime.getRuntime().maxMemory() / 16);
    try (PagesAhead feed = new PagesAhead(pages, config.page().maxBytes(), aheadBytes)) {
      feed.awaitFull();
      long startMillis = System.currentTimeMillis();
      long startNanos = System.nanoTime();
      for (; made < count; made++) {
        InputPage page = feed.next();
        if (page == null) {
          break;
        }
        long dueNanos = (long) (made * 1e9 / rate);
        for (long early = dueNanos - (System.nanoTime() - startNanos);
            early > 0;
            early = dueNanos - (System.nanoTime() - startNanos)) {
          LockSupport.parkNanos(early);
        }
        long due = startMillis + dueNanos / 1_000_000;
        var unused =
            producer.send(
                new ProducerRecord<>(config.topics().pages(), null, due, page.key(), page.value()));
      }
      producer.flush();
    }
    return made;
  }
}
