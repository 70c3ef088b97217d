package dev.crawlsieve.lab.bench;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.files.input.InputPage;
import dev.crawlsieve.lab.bench.result.Latencies;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.feed.Producing;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.Offsets;
import dev.crawlsieve.stream.kafka.topics.Topics;
import dev.crawlsieve.stream.topology.StreamThreads;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.Topology;

/**
 * Produces pages while a topology runs and a consumer of committed records reads what it routes: at
 * a constant rate, to time each from when it was due until it is read, or as fast as they are read,
 * to find out which rate all three keep up with.
 *
 * <p>The due time is the record's timestamp, which both topologies keep. A page that the producer
 * sends late is timed from when it was due, so that a pause is not hidden by the pages that it
 * delayed (Tene's coordinated omission).
 */
final class PacedRun {

  /** The first part of a run is only a warm-up. */
  private static final double WARM_UP = 0.25;

  /** Kafka's default, which a crawler's producer uses unless it is told otherwise. */
  private static final int LINGER_MILLIS = 5;

  private static final Duration POLL = Duration.ofMillis(50);

  /** Pages of several seconds, so that no read of a file makes one late. */
  private static final long MOST_AHEAD_BYTES = 256L << 20;

  private final SieveConfig config;
  private final Runnable stopCheck;

  PacedRun(SieveConfig config, Runnable stopCheck) {
    this.config = config;
    this.stopCheck = stopCheck;
  }

  /** When pages are sent; one thread sends, another reads what was routed. */
  private interface Pace {

    /** Waits until a page is due; returns when it was, in milliseconds since the epoch. */
    long awaitDue(long page) throws InterruptedException;

    /** A page was read. */
    void read();
  }

  /** A constant rate from the first page on, independent of what is read. */
  private static final class Rate implements Pace {

    private final double pagesPerSecond;
    private long startMillis;
    private long startNanos;

    Rate(double pagesPerSecond) {
      this.pagesPerSecond = pagesPerSecond;
    }

    @Override
    public long awaitDue(long page) {
      if (page == 0) {
        startMillis = System.currentTimeMillis();
        startNanos = System.nanoTime();
      }
      long dueNanos = (long) (page * 1e9 / pagesPerSecond);
      for (long early = dueNanos - (System.nanoTime() - startNanos);
          early > 0;
          early = dueNanos - (System.nanoTime() - startNanos)) {
        LockSupport.parkNanos(early);
      }
      return startMillis + dueNanos / 1_000_000;
    }

    @Override
    public void read() {}
  }

  /** As fast as pages are read, except for a number of them. */
  private record Window(Semaphore room) implements Pace {

    @Override
    public long awaitDue(long page) throws InterruptedException {
      room.acquire();
      return System.currentTimeMillis();
    }

    @Override
    public void read() {
      room.release();
    }
  }

  /** When a page was due and when it was read, in milliseconds since the epoch. */
  private record Read(long due, long at) {}

  /**
   * The latencies of one run, on topics of its own.
   *
   * @param pages files of page events, from the beginning
   * @param count number of pages, of which the first quarter is not timed
   * @param rate pages per second
   */
  Latencies latencies(
      Function<StreamThreads, Topology> topology,
      String name,
      List<Path> pages,
      int count,
      double rate) {
    long[] taken =
        run(topology, name, pages, count, new Rate(rate)).stream()
            .sorted(Comparator.comparingLong(Read::due))
            .skip((long) (WARM_UP * count))
            .mapToLong(page -> page.at() - page.due())
            .toArray();
    return new Latencies(taken);
  }

  /**
   * The rate in pages/s at which the producer, the topology and the consumer together keep up, on
   * topics of its own.
   *
   * @param pages files of page events, from the beginning
   * @param count number of pages, of which the first quarter is not timed
   * @param ahead most pages produced and not yet read
   */
  double capacity(
      Function<StreamThreads, Topology> topology,
      String name,
      List<Path> pages,
      int count,
      int ahead) {
    int room = Math.max(1, Math.min(ahead, count / 4));
    long[] at =
        run(topology, name, pages, count, new Window(new Semaphore(room))).stream()
            .mapToLong(Read::at)
            .toArray();
    int from = (int) (WARM_UP * count);
    int to = count - room; // the producer makes these while the rest is read
    return 1e3 * (to - from) / Math.max(1, at[to - 1] - at[from]);
  }

  private List<Read> run(
      Function<StreamThreads, Topology> topology,
      String name,
      List<Path> pages,
      int count,
      Pace pace) {
    System.gc(); // frees the memory outside the heap of the run before
    Topics.create(config);
    ExecutorService thread =
        Executors.newSingleThreadExecutor(task -> new Thread(task, "crawlsieve-paced"));
    try (BenchStreams streams = new BenchStreams(config, topology, name, stopCheck);
        KafkaConsumer<byte[], byte[]> consumer = outputs();
        KafkaProducer<byte[], byte[]> producer = producer()) {
      streams.startAndAwaitRunning();
      Future<Long> producing = thread.submit(() -> produce(producer, pages, count, pace));
      List<Read> read = new ArrayList<>(count);
      while (read.size() < count) {
        for (ConsumerRecord<byte[], byte[]> page : consumer.poll(POLL)) {
          read.add(new Read(page.timestamp(), System.currentTimeMillis()));
          pace.read();
        }
        if (producing.isDone()) {
          long made = Producing.join(producing);
          if (made < count) {
            throw new SieveException(made + " pages were produced, not " + count);
          }
        }
        streams.ensureWell(read.size());
      }
      long unusedCount = Producing.join(producing);
      return read;
    } finally {
      thread.shutdownNow();
    }
  }

  private KafkaConsumer<byte[], byte[]> outputs() {
    KafkaConsumer<byte[], byte[]> consumer = new Connection(config).consumer();
    List<TopicPartition> partitions = new ArrayList<>();
    for (String topic : config.topics().routed()) {
      partitions.addAll(Offsets.partitions(consumer, topic));
    }
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
    return consumer;
  }

  private KafkaProducer<byte[], byte[]> producer() {
    return new Connection(config)
        .pageProducer(Map.of(ProducerConfig.LINGER_MS_CONFIG, LINGER_MILLIS));
  }

  /** Returns the number produced. */
  private long produce(
      KafkaProducer<byte[], byte[]> producer, List<Path> pages, int count, Pace pace)
      throws InterruptedException {
    long made = 0;
    int aheadBytes = (int) Math.min(MOST_AHEAD_BYTES, Runtime.getRuntime().maxMemory() / 16);
    try (PagesAhead feed = new PagesAhead(pages, config, aheadBytes)) {
      feed.awaitFull();
      for (; made < count; made++) {
        InputPage page = feed.next();
        if (page == null) {
          break;
        }
        long due = pace.awaitDue(made);
        producer.send(
            new ProducerRecord<>(config.topics().pages(), null, due, page.key(), page.value()));
      }
      producer.flush();
    }
    return made;
  }
}
