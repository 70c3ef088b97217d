package dev.crawlsieve.lab.bench;

import dev.crawlsieve.core.work.SieveException;
import dev.crawlsieve.core.work.Stoppable;
import dev.crawlsieve.lab.bench.result.HttpResult;
import dev.crawlsieve.lab.bench.result.Latencies;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.feed.Producing;
import dev.crawlsieve.stream.kafka.Connection;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/**
 * Produces more fingerprints for a filled lane, and times each from when it is due until a consumer
 * of committed records reads its verdict.
 */
final class LaneLoad implements AutoCloseable {

  /** Several commits at any speed. */
  private static final int MOST_AHEAD = 50_000;

  private static final Duration POLL = Duration.ofMillis(50);

  private final BenchStreams streams;
  private final MadeUpLog log;
  private final long made;
  private final KafkaConsumer<byte[], byte[]> verdicts;
  private final Stoppable stop = new Stoppable();
  private final ExecutorService threads =
      Executors.newCachedThreadPool(task -> new Thread(task, "bench-load"));
  private final Turns turns = new Turns();
  private List<Future<?>> running = List.of();

  // What is timed, by when it is due, in milliseconds since the epoch.
  private long from = Long.MAX_VALUE;
  private long to;
  private LongStream.Builder taken;
  private int count;
  private long lastDue;
  private long read;

  /**
   * @param streams the lane, which has decided on all that was made so far
   * @param made number of fingerprints made so far
   */
  LaneLoad(SieveConfig config, BenchStreams streams, MadeUpLog log, long made) {
    this.streams = streams;
    this.log = log;
    this.made = made;
    verdicts = new Connection(config).consumer();
    TopicPartition only = new TopicPartition(config.topics().verdicts(), 0);
    verdicts.assign(List.of(only));
    verdicts.seekToEnd(List.of(only));
    long unused = verdicts.position(only);
  }

  /** One pace after another, and nothing in between. */
  private static final class Turns implements PacedRun.Pace {

    private static final int LOOK_MILLIS = 1;

    private volatile PacedRun.Pace now; // null: nothing is to be produced
    private volatile boolean waiting;
    private volatile long due;
    private PacedRun.Pace last;
    private long first;

    @Override
    public long awaitDue(long page) throws InterruptedException {
      due = page;
      PacedRun.Pace pace;
      while ((pace = now) == null) {
        waiting = true;
        Thread.sleep(LOOK_MILLIS);
      }
      waiting = false;
      if (pace != last) {
        last = pace;
        first = page;
      }
      return pace.awaitDue(page - first);
    }

    @Override
    public void read() {
      PacedRun.Pace pace = now;
      if (pace != null) {
        pace.read();
      }
    }

    /** How many pages were produced; -1 while it may be one more. */
    long produced() {
      return waiting ? due : -1;
    }
  }

  private void go(PacedRun.Pace pace) {
    turns.now = pace;
    if (running.isEmpty()) {
      running =
          List.of(
              threads.submit(
                  () -> {
                    log.produceMore(made, turns, count -> {}, stop);
                    return null;
                  }),
              threads.submit(this::readVerdicts));
    }
  }

  private void readVerdicts() {
    while (!stop.asked()) {
      for (ConsumerRecord<byte[], byte[]> verdict : verdicts.poll(POLL)) {
        turns.read();
        note(verdict.timestamp(), System.currentTimeMillis());
      }
    }
  }

  private synchronized void note(long due, long at) {
    lastDue = due;
    read++;
    if (due >= from && due < to) {
      taken.add(at - due);
      count++;
    }
  }

  /**
   * Measures the lane while fingerprints are produced as fast as verdicts are read.
   *
   * @param warmUp seconds at that speed before
   * @param work may be nothing, but must take its time
   */
  HttpResult.LanePeriod atFullSpeed(double warmUp, Runnable work) {
    return measure(new PacedRun.Window(new Semaphore(MOST_AHEAD)), warmUp, work);
  }

  /**
   * Measures the lane while fingerprints are produced at a constant rate. Whatever it cannot do
   * meanwhile it does before the next measurement, so it never falls behind by more than one of
   * them.
   *
   * @param rate per second
   */
  HttpResult.LanePeriod at(double rate, Runnable work) {
    return measure(new PacedRun.Rate(rate), 0, work);
  }

  private HttpResult.LanePeriod measure(PacedRun.Pace pace, double warmUp, Runnable work) {
    go(pace);
    pass(warmUp);
    awaitRead(System.currentTimeMillis()); // what comes at this pace
    begin();
    long start = System.nanoTime();
    double before = streams.processed();
    CpuTimes cpu = streams.cpu();
    work.run();
    double pages = streams.processed() - before;
    double seconds = (System.nanoTime() - start) / 1e9;
    double micros = streams.cpu().since(cpu, Math.max(1, pages)).streams();
    while (timed() == 0) {
      look();
    }
    awaitRead(end());
    turns.now = null;
    pace.read(); // the producer may wait for room
    while (turns.produced() != read()) {
      look();
    }
    Latencies latencies = taken();
    return new HttpResult.LanePeriod(
        pages / seconds, latencies.percentile(50), latencies.percentile(99), micros);
  }

  private synchronized void begin() {
    taken = LongStream.builder();
    count = 0;
    to = Long.MAX_VALUE;
    from = System.currentTimeMillis();
  }

  private synchronized int timed() {
    return count;
  }

  private synchronized long end() {
    to = System.currentTimeMillis();
    return to;
  }

  private synchronized Latencies taken() {
    return new Latencies(taken.build().toArray());
  }

  private synchronized long read() {
    return read;
  }

  private synchronized long lastDue() {
    return lastDue;
  }

  private void awaitRead(long due) {
    while (lastDue() < due) {
      look();
    }
  }

  /**
   * Waits while the lane works.
   *
   * @throws dev.crawlsieve.core.work.SieveException if it does not, or nothing is produced
   */
  void pass(double seconds) {
    long start = System.nanoTime();
    while (System.nanoTime() - start < seconds * 1e9) {
      look();
    }
  }

  private void look() {
    streams.look(streams.processed());
    for (Future<?> one : running) {
      if (one.isDone()) {
        Object unused = Producing.join(one);
      }
    }
  }

  @Override
  public void close() {
    stop.ask();
    running.stream().limit(1).forEach(producing -> producing.cancel(true)); // it may wait its turn
    threads.shutdown();
    try {
      if (!threads.awaitTermination(30, TimeUnit.SECONDS)) {
        throw new SieveException("pages are still produced 30 s after they were to end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SieveException("interrupted", e);
    }
    verdicts.close();
  }
}
