package dev.crawlsieve.lab.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.folder.Folders;
import dev.crawlsieve.core.work.Stall;
import dev.crawlsieve.core.work.Stoppable;
import dev.crawlsieve.lab.bench.process.Member;
import dev.crawlsieve.lab.bench.process.Program;
import dev.crawlsieve.lab.bench.result.SettingsResult;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.config.TopicsConfig;
import dev.crawlsieve.stream.kafka.CommittedRecords;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.Offsets;
import dev.crawlsieve.stream.kafka.topics.TopicDescriber;
import dev.crawlsieve.stream.kafka.topics.Topics;
import dev.crawlsieve.testkit.broker.EmbeddedBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.utils.Bytes;

/**
 * Measures what some settings cost {@code run}: two instances, each in its own process, sieve the
 * same pages at the same time, one with the settings and one without, on one embedded broker. So
 * other work on the machine slows both alike, and the broker's CPU time is not theirs.
 *
 * <p>An instance measures once; {@link #close} may be called from another thread.
 */
public final class SettingsBench implements Bench<SettingsResult> {

  /** Pages twice, as produced and as routed, with fingerprints, verdicts and the state. */
  private static final long BYTES_PER_PAGE = 16_000;

  private static final String HEAP = "1500m";
  private static final long LOOK_EVERY_MILLIS = 500;

  /** Longer than a part of the topology waits for leisure. */
  private static final Duration SETTLED = Duration.ofSeconds(20);

  private static final Duration STALLED = Duration.ofMinutes(2);

  private final MadeUpSites sites;
  private final Map<String, String> measured;
  private final Map<String, String> given;
  private final Program program;
  private final Consumer<String> progress;
  private final Stoppable work = new Stoppable();

  /**
   * @param measured the settings whose cost is measured
   * @param given the user's settings, for both instances; those that a local run determines itself
   *     are replaced
   * @param progress receives descriptions of the current step
   * @throws dev.crawlsieve.core.config.SettingsException if a setting is wrong
   */
  public SettingsBench(
      MadeUpSites sites,
      Map<String, String> measured,
      Map<String, String> given,
      Program program,
      Consumer<String> progress) {
    this.sites = sites;
    this.measured = new TreeMap<>(measured);
    this.given = Map.copyOf(given);
    this.program = program;
    this.progress = progress;
    SieveConfig.of(all(this.measured));
  }

  private Map<String, String> all(Map<String, String> more) {
    Map<String, String> all = new HashMap<>(given);
    all.putAll(more);
    all.put(TopicsConfig.REPLICATION_FACTOR_CONFIG, "1");
    return all;
  }

  /**
   * Measures.
   *
   * @throws SieveException if anything stops the work
   */
  @Override
  public SettingsResult run() {
    double load = LocalLimits.load();
    work.begin();
    Path folder = Folders.temporary();
    try {
      DiskRoom.ensure(folder, BYTES_PER_PAGE * sites.pages(), "--pages");
      try (EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("broker"), 0);
          Instance without = new Instance("without", Map.of(), broker, folder);
          Instance with = new Instance("with", measured, broker, folder)) {
        return run(without, with, load);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SieveException("interrupted", e);
    } finally {
      work.clear(folder);
    }
  }

  private SettingsResult run(Instance without, Instance with, double load)
      throws InterruptedException {
    List<Instance> both = List.of(without, with);
    long bytes = produce(both);
    both.forEach(instance -> instance.member.start());
    Stall stalled = new Stall(STALLED);
    while (!both.stream().map(Instance::through).reduce(true, Boolean::logicalAnd)) {
      // Of a backlog, the first pages are routed only after many are read.
      await(both, stalled, without.written() + with.written());
      progress.accept(
          String.format(
              Locale.ROOT,
              "of %,d pages, %,d are through without the settings, %,d with",
              sites.pages(),
              without.routed(),
              with.routed()));
    }
    progress.accept("waiting until nothing more is written");
    Stall settled = new Stall(SETTLED);
    Stall endless = new Stall(STALLED.multipliedBy(10));
    while (!settled.stands(without.written() + with.written())) {
      await(both, endless, 0);
    }
    both.forEach(Instance::settled);
    List<SettingsResult.Topic> topics = onlyWith(without, with);
    SettingsResult.Instance before = without.end();
    SettingsResult.Instance after = with.end();
    return new SettingsResult(
        measured.entrySet().stream().map(Object::toString).toList(),
        Runtime.getRuntime().availableProcessors(),
        load,
        sites.pages(),
        sites.sites(),
        bytes,
        before,
        after,
        after.cpuSeconds() / before.cpuSeconds(),
        after.settledCpuSeconds() / before.settledCpuSeconds(),
        topics);
  }

  private void await(List<Instance> both, Stall stall, long moved) throws InterruptedException {
    work.sleep(LOOK_EVERY_MILLIS);
    for (Instance instance : both) {
      String ended = instance.member.revive();
      if (ended != null) {
        throw new SieveException(ended);
      }
    }
    if (stall.stands(moved)) {
      throw new SieveException(
          "no progress; the instance with the settings says: " + both.get(1).member.lastWords());
    }
  }

  /** Produces each page to both; returns the size of all events. */
  private long produce(List<Instance> both) {
    AtomicReference<Exception> failure = new AtomicReference<>();
    long bytes = 0;
    try (KafkaProducer<byte[], byte[]> producer =
        new Connection(both.get(0).config).producer(Map.of())) {
      for (int page = 0; page < sites.pages(); page++) {
        byte[] url = sites.url(page).getBytes(UTF_8);
        byte[] event = sites.event(page);
        bytes += event.length;
        for (Instance instance : both) {
          producer.send(
              new ProducerRecord<>(instance.config.topics().pages(), url, event),
              (metadata, e) -> failure.compareAndSet(null, e));
        }
        if (page % 10_000 == 0) {
          work.ensureGoingOn();
          progress.accept(String.format(Locale.ROOT, "%,d pages produced", page));
        }
      }
    }
    if (failure.get() != null) {
      throw new SieveException(
          "the broker refused a page: " + failure.get().getMessage(), failure.get());
    }
    return bytes;
  }

  /** The topics that have records only with the settings. */
  private static List<SettingsResult.Topic> onlyWith(Instance without, Instance with) {
    Set<String> before = new HashSet<>();
    without
        .topics()
        .forEach(
            (topic, bytes) -> {
              if (bytes > 0) {
                before.add(without.plain(topic));
              }
            });
    List<SettingsResult.Topic> topics = new ArrayList<>();
    with.topics()
        .forEach(
            (topic, bytes) -> {
              if (bytes > 0 && !before.contains(with.plain(topic))) {
                topics.add(with.topic(topic, bytes));
              }
            });
    topics.sort(Comparator.comparing(SettingsResult.Topic::name));
    return topics;
  }

  /** One of the two. */
  private final class Instance implements AutoCloseable {
    private final String name;
    private final SieveConfig config;
    private final Connection connection;
    private final Admin admin;
    private final Member member;
    private final CommittedCount count;
    private double cpuSeconds;
    private double settledCpuSeconds;
    private long routed;

    Instance(String name, Map<String, String> more, EmbeddedBroker broker, Path folder) {
      this.name = name;
      Map<String, String> settings = all(more);
      settings.put(TopicsConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers());
      settings.put(TopicsConfig.TOPIC_PREFIX_CONFIG, name);
      settings.put(TopicsConfig.STATE_DIR_CONFIG, folder.resolve("state-" + name).toString());
      config = SieveConfig.of(settings);
      connection = new Connection(config);
      admin = connection.admin();
      Topics.create(config);
      count = new CommittedCount(connection, config.topics().routed());
      Path temporary = folder.resolve("tmp-" + name);
      var unusedFolder = Folders.create(temporary);
      List<String> command =
          program.java(HEAP, temporary, List.of("-Dorg.slf4j.simpleLogger.defaultLogLevel=error"));
      command.add("run");
      command.addAll(Program.arguments(settings));
      member = new Member("the instance " + name, folder.resolve(name + ".log"), () -> command);
    }

    /** Whether all pages are through; notes the CPU time when they are for the first time. */
    boolean through() {
      if (routed < sites.pages()) {
        routed = count.read();
        cpuSeconds = member.cpuSeconds();
      }
      return routed >= sites.pages();
    }

    long routed() {
      return routed;
    }

    /** Grows with each record written to any topic. */
    long written() {
      return topics().values().stream().mapToLong(Long::longValue).sum();
    }

    /** The sizes of its topics and changelogs. */
    Map<String, Long> topics() {
      Map<String, Long> topics = new TreeMap<>(new TopicDescriber(admin, connection).bytes());
      topics.keySet().removeIf(topic -> prefixes().noneMatch(topic::startsWith));
      return topics;
    }

    /** The name of one of its topics or changelogs without prefix. */
    String plain(String topic) {
      String start = prefixes().filter(topic::startsWith).findFirst().orElse("");
      return topic.substring(start.length());
    }

    private Stream<String> prefixes() {
      return Stream.of(name + ".", config.applicationId() + "-");
    }

    /** What there is in a topic or changelog. */
    SettingsResult.Topic topic(String topic, long bytes) {
      Set<Bytes> keys = new HashSet<>();
      AtomicLong records = new AtomicLong();
      try (KafkaConsumer<byte[], byte[]> consumer = connection.consumer()) {
        CommittedRecords.newest(
            consumer,
            Offsets.partitions(consumer, topic),
            Long.MAX_VALUE,
            record -> {
              records.incrementAndGet();
              keys.add(Bytes.wrap(record.key()));
            });
      }
      return new SettingsResult.Topic(plain(topic), records.get(), keys.size(), bytes);
    }

    /** Notes its CPU time, before the other one is ended. */
    void settled() {
      settledCpuSeconds = member.cpuSeconds();
    }

    /** Ends it. */
    SettingsResult.Instance end() throws InterruptedException {
      long memory = ResidentMemory.peakBytes(member.pid());
      member.stop();
      return new SettingsResult.Instance(
          cpuSeconds,
          settledCpuSeconds,
          memory,
          MeasuredRun.bytes(Path.of(config.stateDir())),
          count.of(config.topics().unique()),
          count.of(config.topics().duplicate()));
    }

    @Override
    public void close() {
      count.close();
      admin.close();
      member.close();
    }
  }

  /** Stops the work, if there is any, and waits until everything is cleaned up. */
  @Override
  public void close() {
    work.stop();
  }
}
