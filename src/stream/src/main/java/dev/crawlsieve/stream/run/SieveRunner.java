package dev.crawlsieve.stream.run;

import dev.crawlsieve.core.config.IndexSettings;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.index.Detector;
import dev.crawlsieve.core.index.store.TableIndex;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.Rights;
import dev.crawlsieve.stream.kafka.reading.LogSample;
import dev.crawlsieve.stream.kafka.topics.RecordedSettings;
import dev.crawlsieve.stream.kafka.topics.Topics;
import dev.crawlsieve.stream.topology.PlacedPage;
import dev.crawlsieve.stream.topology.SieveTopology;
import dev.crawlsieve.stream.topology.StreamThreads;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one instance of the topology.
 *
 * <p>After a failure that may be transient, the thread that has failed is replaced ({@link
 * Restarts}). Any other failure stops the instance, and is kept for the waiting caller.
 */
public final class SieveRunner implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(SieveRunner.class);
  private static final Duration CLOSE = Duration.ofSeconds(30);

  private final SieveConfig config;
  private final RunObserver observer;
  private final Supplier<Topology> own;
  private final AtomicReference<SieveException> failure = new AtomicReference<>();
  private final LostTransactions lost;
  private final TopicIds ids;
  private final GroupWings wings;
  private final Restarts restarts = new Restarts();
  private final List<PeriodicWork> works = new CopyOnWriteArrayList<>();
  private volatile @Nullable KafkaStreams streams;
  private volatile String first = "";

  /** Prepares an instance; nothing is opened yet. */
  public SieveRunner(SieveConfig config) {
    this(config, RunObserver.NONE);
  }

  /** Prepares an instance with an observer; nothing is opened yet. */
  public SieveRunner(SieveConfig config, RunObserver observer) {
    this(config, observer, Topology::new);
  }

  /**
   * Prepares an instance of a program that has the sieve inside; nothing is opened yet.
   *
   * @param own makes what the program has before {@code pages} and after {@code unique}, to which
   *     the sieve is added
   */
  public SieveRunner(SieveConfig config, RunObserver observer, Supplier<Topology> own) {
    this.config = config;
    this.observer = observer;
    this.own = own;
    this.lost = new LostTransactions(config);
    this.ids = new TopicIds(config);
    this.wings = new GroupWings(config);
  }

  /**
   * Checks brokers, topics and settings, and starts.
   *
   * @throws dev.crawlsieve.stream.kafka.errors.BrokerTroubleException if the brokers are in
   *     trouble; nothing is open then, and this method can be called again
   * @throws SieveException if the instance cannot run; the message is one sentence for the user
   */
  public void start() {
    Rights.ensureSieve(config);
    StreamsConfig settings = StreamsSettings.of(config);
    StreamThreads threads = new StreamThreads();
    try (LazyAdmin admin = new LazyAdmin(config)) {
      new Connection(config).sorted(() -> checkGeneration(admin));
      streams = streams(settings, threads);
      first = ids.adopt(new StateOrigin(config), streams::cleanUp);
    }
    streams.setUncaughtExceptionHandler(this::response);
    observer.reading(threads.uncommitted());
    observer.created(streams);
    streams.start();
    begin(new StandstillWatch(config, streams, threads.begun(), observer).work());
    begin(new BrokerWatch(config, observer::brokers, this::brokersAnswered).work());
    begin(new ClockWatch(InstantSource.system(), this::fail).work());
    if (!config.topics().withinLanes().isEmpty()) {
      begin(new TransitPurge(config, streams, purgeEvery(settings)).work());
    }
  }

  private StreamThreadExceptionResponse response(Throwable cause) {
    if (restarts.again(cause)) {
      // Kafka Streams throws it again; in threads that are added later, nobody catches it.
      Thread.currentThread().setUncaughtExceptionHandler((thread, again) -> {});
      return restarts.await()
          ? StreamThreadExceptionResponse.REPLACE_THREAD
          : StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
    }
    if (failure.get() == null) {
      fail(failure(cause));
    }
    return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
  }

  private void fail(SieveException reason) {
    if (failure.compareAndSet(null, reason)) {
      observer.failed(reason);
    }
    restarts.close(); // failures of other threads from now on are part of the stop
  }

  private SieveException failure(Throwable cause) {
    String missing = Rights.missing(config, cause);
    return missing == null ? restarts.failure(cause) : new SieveException(missing, cause);
  }

  private void begin(PeriodicWork work) {
    works.add(work);
    work.start();
  }

  private void brokersAnswered(Admin admin) {
    lost.look(Objects.requireNonNull(streams), admin);
    try {
      // Two that start at the same time do not see each other before.
      String unlike = wings.problem(admin);
      if (unlike != null) {
        fail(new SieveException(unlike));
      }
      ids.look(admin);
      // A thread may be committing offsets of that topic, which takes a minute to fail.
      SieveException recreated = ids.failure();
      if (recreated != null) {
        fail(recreated);
      }
    } catch (SieveException e) {
      LOG.debug("the topics are not known yet: {}", e.toString());
    }
  }

  private void checkGeneration(LazyAdmin admin) {
    // Before the topics are checked: otherwise, a user of a generation that reads another's log
    // would be told that its own topics are missing.
    Set<Integer> begun = RecordedSettings.check(config);
    Topics.check(config);
    String unlike = wings.problem(admin.get());
    if (unlike != null) {
      throw new SieveException(unlike);
    }
    try (BrokersGroup group = new BrokersGroup(config, admin)) {
      new OffsetGuard(config, group).check(begun);
      ensurePagesInPlace();
      ids.check(admin.get(), group);
    }
  }

  private void ensurePagesInPlace() {
    LogSample sample = LogSample.of(config);
    if (sample.others() > PlacedPage.MOST_OTHERS) {
      throw new SieveException(
          PlacedPage.otherTopic(config, Objects.requireNonNull(sample.example())));
    }
  }

  private static Duration purgeEvery(StreamsConfig settings) {
    return Duration.ofMillis(settings.getLong(StreamsConfig.REPARTITION_PURGE_INTERVAL_MS_CONFIG));
  }

  private KafkaStreams streams(StreamsConfig settings, StreamThreads threads) {
    SieveTopology topology =
        new SieveTopology(
            config,
            Wings.ALL,
            SieveTopology.cursors(config, new Connection(config)::consumer),
            observer.meters(),
            threads);
    try {
      SieveClients clients = new SieveClients(config, threads, restarts, ids::ensureSame);
      return new KafkaStreams(topology.addTo(own.get()), settings, clients) {
        @Override
        public Map<MetricName, ? extends Metric> metrics() {
          Map<MetricName, Metric> safe = new LinkedHashMap<>(super.metrics());
          safe.keySet().removeIf(metric -> metric.group().equals(StreamsSettings.STORE_METRICS));
          return Collections.unmodifiableMap(safe);
        }
      };
    } catch (StreamsException e) {
      throw StateFolder.failed(config, e);
    } catch (ConfigException e) {
      Connection.ensureAccepted(e);
      throw e;
    }
  }

  /** The table layout of a lane's index in words, with the expected recall of bands. */
  public String plan() {
    return Detector.of(config.detector()).layout(config.index().expectedLeaders()).toString();
  }

  /**
   * How much memory each task of the index has, and about how many kept pages fit into it, in
   * human-readable form.
   */
  public String indexMemory() {
    IndexSettings index = config.index();
    return String.format(
        Locale.ROOT,
        "kept pages are looked up in memory as long as there are fewer than about %,d%s, then on"
            + " disk (%,d MB, index.memory.bytes)",
        rounded(TableIndex.leadersInMemory(index)),
        config.indexTasks().inEach(),
        index.memoryBytes() / 1_000_000);
  }

  /**
   * A message about a first run with these topics, as for a new generation; empty if it is not a
   * first run.
   */
  public String first() {
    return first;
  }

  /** Rounds to two significant digits. */
  private static long rounded(long number) {
    long unit = 1;
    while (number / unit >= 100) {
      unit *= 10;
    }
    return number / unit * unit;
  }

  /** Whether the instance is running or about to run. */
  public boolean running() {
    return streams != null && streams.state().isRunningOrRebalancing();
  }

  /** Whether all tasks of the instance are assigned and restored. */
  public boolean ready() {
    return streams != null && streams.state() == KafkaStreams.State.RUNNING;
  }

  /**
   * The failure that stopped the instance, as one sentence for the user; null if there was none.
   */
  public @Nullable SieveException failure() {
    return failure.get();
  }

  /**
   * Commits, leaves the group and closes the state. Idempotent.
   *
   * <p>With a {@code group.instance.id}, the instance stays in the group, so it gets its tasks back
   * if it returns within the session timeout; after that, other instances take them over.
   */
  @Override
  public void close() {
    observer.stopping();
    restarts.close();
    works.forEach(PeriodicWork::close);
    if (streams != null) {
      streams.close(
          CloseOptions.timeout(CLOSE)
              .withGroupMembershipOperation(
                  StreamsSettings.hasInstanceId(config)
                      ? CloseOptions.GroupMembershipOperation.REMAIN_IN_GROUP
                      : CloseOptions.GroupMembershipOperation.LEAVE_GROUP));
    }
  }
}
