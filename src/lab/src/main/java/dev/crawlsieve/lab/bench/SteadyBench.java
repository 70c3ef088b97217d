package dev.crawlsieve.lab.bench;

import dev.crawlsieve.core.work.Folders;
import dev.crawlsieve.core.work.SieveException;
import dev.crawlsieve.core.work.Stoppable;
import dev.crawlsieve.lab.bench.result.SteadyPoint;
import dev.crawlsieve.lab.bench.result.SteadyResult;
import dev.crawlsieve.lab.bench.result.SteadySettings;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.config.TopicsConfig;
import dev.crawlsieve.stream.feed.InputGroup;
import dev.crawlsieve.stream.feed.PageFeed;
import dev.crawlsieve.stream.feed.Producing;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.TopicDescriber;
import dev.crawlsieve.stream.kafka.Topics;
import dev.crawlsieve.stream.topology.SieveTopology;
import dev.crawlsieve.stream.topology.StreamThreads;
import dev.crawlsieve.tool.broker.EmbeddedBroker;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.streams.Topology;

/**
 * Runs the topology at a constant rate on pages generated during the run, and measures its size at
 * intervals: with a retention, all of that should stay constant.
 *
 * <p>Broker, producer and topology share this JVM. An instance measures once; {@link #close} may be
 * called from another thread.
 */
public final class SteadyBench implements AutoCloseable {

  // Longer than most classes: producing, measuring and the limits on the broker belong together.

  /** Number of pages generated at a time, on all cores. */
  private static final int CHUNK = 128;

  /** Limit on each partition of the topics other than the changelog, in bytes. */
  private static final long PARTITION_BYTES = 64L << 20;

  private static final long SEGMENT_BYTES = 16L << 20;
  private static final long CHANGELOG_SEGMENT_BYTES = 4L << 20;
  private static final long CHANGELOG_DELETIONS_MILLIS = 60_000;

  private final SteadySettings steady;
  private final Map<String, String> settings;
  private final List<InputGroup> inputs;
  private final Consumer<String> progress;
  private final Consumer<SteadyPoint> listener;
  private final HeapPeak heap = new HeapPeak();
  private final Stoppable work = new Stoppable();
  private final SteadyMeters meters = new SteadyMeters();
  private final AtomicLong produced = new AtomicLong();
  private final AtomicReference<Exception> failure = new AtomicReference<>();

  /**
   * @param settings the user's; those that a local run determines itself are replaced
   * @param inputs where real HTML pages are
   * @param progress receives descriptions of the current step
   * @param listener receives every measurement
   */
  public SteadyBench(
      SteadySettings steady,
      Map<String, String> settings,
      List<InputGroup> inputs,
      Consumer<String> progress,
      Consumer<SteadyPoint> listener) {
    this.steady = steady;
    this.settings = new HashMap<>(settings);
    this.inputs = List.copyOf(inputs);
    this.progress = progress;
    this.listener = listener;
    this.settings.put(TopicsConfig.REPLICATION_FACTOR_CONFIG, "1");
    this.settings.putIfAbsent("streams.num.stream.threads", "2");
    this.settings.putIfAbsent(
        "streams.topic." + TopicConfig.SEGMENT_BYTES_CONFIG,
        String.valueOf(CHANGELOG_SEGMENT_BYTES));
    this.settings.putIfAbsent(
        "streams.topic." + TopicConfig.DELETE_RETENTION_MS_CONFIG,
        String.valueOf(CHANGELOG_DELETIONS_MILLIS));
    SieveConfig config = SieveConfig.of(this.settings);
    config.page().requireEvents();
    PageFeed.check(this.inputs, config.page().maxBytes());
  }

  /**
   * Measures.
   *
   * @throws SieveException if anything stops the work
   */
  public SteadyResult run() {
    work.begin();
    double load = LocalLimits.load();
    Path temporary = Folders.temporary();
    try {
      progress.accept("reading the pages that others are made from");
      BenchLoad pages =
          BenchLoad.of(SieveConfig.of(settings), inputs, steady.seed(), steady.nearShare());
      settings.put(TopicsConfig.STATE_DIR_CONFIG, temporary.resolve("state").toString());
      try (EmbeddedBroker broker = EmbeddedBroker.start(temporary.resolve("broker"), 0)) {
        settings.put(TopicsConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers());
        SieveConfig config = SieveConfig.of(settings);
        List<String> unused = Topics.create(config);
        Connection connection = new Connection(config);
        try (Admin admin = connection.admin()) {
          bound(config, connection, admin);
          List<SteadyPoint> points = run(config, pages, new TopicDescriber(admin, connection));
          return new SteadyResult(
              LocalLimits.of(config, heap, load),
              steady,
              config.detector().name(),
              config.rule().retention(),
              points);
        }
      }
    } finally {
      try {
        Folders.remove(temporary);
      } finally {
        work.cleared();
      }
    }
  }

  /** Lets the broker delete what an hour of pages leaves behind. */
  private static void bound(SieveConfig config, Connection connection, Admin admin) {
    Collection<AlterConfigOp> ops =
        List.of(
            set(TopicConfig.RETENTION_BYTES_CONFIG, PARTITION_BYTES),
            set(TopicConfig.SEGMENT_BYTES_CONFIG, SEGMENT_BYTES));
    Map<ConfigResource, Collection<AlterConfigOp>> all = new HashMap<>();
    for (String topic : config.topics().all()) {
      all.put(new ConfigResource(ConfigResource.Type.TOPIC, topic), ops);
    }
    var unused = connection.await(admin.incrementalAlterConfigs(all).all());
  }

  private static AlterConfigOp set(String name, long value) {
    return new AlterConfigOp(
        new ConfigEntry(name, String.valueOf(value)), AlterConfigOp.OpType.SET);
  }

  private List<SteadyPoint> run(SieveConfig config, BenchLoad pages, TopicDescriber topics) {
    Function<StreamThreads, Topology> topology =
        threads ->
            new SieveTopology(
                    config,
                    SieveTopology.cursors(config, new Connection(config)::consumer),
                    meters.counted(),
                    threads)
                .get();
    ExecutorService thread =
        Executors.newSingleThreadExecutor(task -> new Thread(task, "crawlsieve-steady"));
    try (BenchStreams streams =
            new BenchStreams(
                config, topology, config.applicationId(), heap.and(work::ensureGoingOn));
        KafkaProducer<byte[], byte[]> producer = producer(config)) {
      streams.startAndAwaitRunning();
      long start = System.nanoTime();
      Future<?> producing =
          thread.submit(() -> produce(producer, config.topics().pages(), pages, start));
      return measure(config, streams, topics, producing, start);
    } finally {
      thread.shutdownNow();
    }
  }

  private List<SteadyPoint> measure(
      SieveConfig config,
      BenchStreams streams,
      TopicDescriber topics,
      Future<?> producing,
      long start) {
    List<SteadyPoint> points = new ArrayList<>();
    long last = start;
    long routed = 0;
    long duplicates = 0;
    long count = steady.length().toNanos() / steady.every().toNanos();
    while (points.size() < count) {
      long due = start + (points.size() + 1) * steady.every().toNanos();
      while (System.nanoTime() < due) {
        // Producing counts as progress, too: the rate may be lower than a page per minute.
        streams.look(meters.routed() + (System.nanoTime() - start) / 1e9);
        ensureProducing(producing);
      }
      long now = System.nanoTime();
      long routedNow = meters.routed();
      long duplicatesNow = meters.duplicates();
      points.add(
          point(
              config,
              topics,
              (now - start) / 1e9,
              routedNow / steady.rate(),
              (routedNow - routed) * 1e9 / (now - last),
              routedNow == routed
                  ? 0
                  : (double) (duplicatesNow - duplicates) / (routedNow - routed)));
      listener.accept(points.get(points.size() - 1));
      last = now;
      routed = routedNow;
      duplicates = duplicatesNow;
    }
    return points;
  }

  private void ensureProducing(Future<?> producing) {
    if (failure.get() != null) {
      throw new SieveException(
          "pages cannot be produced: " + failure.get().getMessage(), failure.get());
    }
    if (producing.isDone()) {
      Object unused = Producing.join(producing);
    }
  }

  private SteadyPoint point(
      SieveConfig config,
      TopicDescriber topics,
      double seconds,
      double laneSeconds,
      double pagesPerSecond,
      double duplicateShare) {
    long waiting = Math.max(0, produced.get() - meters.routed());
    long changelog = 0;
    long others = 0;
    for (Map.Entry<String, Long> topic : topics.bytes().entrySet()) {
      if (topic.getKey().endsWith("-changelog")) {
        changelog += topic.getValue();
      } else {
        others += topic.getValue();
      }
    }
    System.gc(); // count what is in use, not what waits to be collected
    Runtime runtime = Runtime.getRuntime();
    return new SteadyPoint(
        seconds,
        laneSeconds,
        pagesPerSecond,
        waiting,
        duplicateShare,
        meters.sum("leaders"),
        meters.sum("expired.leaders"),
        runtime.totalMemory() - runtime.freeMemory(),
        ResidentMemory.bytes(),
        meters.sum("heap.bytes"),
        meters.sum("native.bytes"),
        Folders.bytes(Path.of(config.stateDir())),
        changelog,
        others);
  }

  /** Produces at the rate until all pages are out, or it is interrupted. */
  private void produce(
      KafkaProducer<byte[], byte[]> producer, String topic, BenchLoad pages, long start) {
    long startMillis = System.currentTimeMillis();
    for (int from = 0; from < steady.pages(); from += CHUNK) {
      int to = Math.min(steady.pages(), from + CHUNK);
      int number = from;
      for (byte[] page : pages.events(steady.kind(), from, to)) {
        long dueNanos = (long) (number++ * 1e9 / steady.rate());
        for (long early = dueNanos - (System.nanoTime() - start);
            early > 0;
            early = dueNanos - (System.nanoTime() - start)) {
          if (Thread.interrupted()) {
            return;
          }
          LockSupport.parkNanos(early);
        }
        var unused =
            producer.send(
                new ProducerRecord<>(topic, null, startMillis + dueNanos / 1_000_000, null, page),
                (metadata, e) -> failure.compareAndSet(null, e));
        produced.incrementAndGet();
      }
      if (Thread.interrupted()) {
        return;
      }
    }
    producer.flush();
  }

  private static KafkaProducer<byte[], byte[]> producer(SieveConfig config) {
    return new Connection(config).pageProducer(Map.of());
  }

  /** Stops the work, if there is any, and waits until everything is cleaned up. */
  @Override
  public void close() {
    work.stop();
  }
}
