package dev.crawlsieve.lab.chaos;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.work.Stoppable;
import dev.crawlsieve.lab.bench.process.Member;
import dev.crawlsieve.lab.bench.process.Program;
import dev.crawlsieve.stream.config.IndexConfig;
import dev.crawlsieve.stream.config.RuleConfig;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.config.TopicsConfig;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.testkit.broker.EmbeddedBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.QuorumInfo;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Uuid;

/** Three brokers and three instances, each in its own process. */
final class Fleet implements AutoCloseable {

  private static final Duration IN_SYNC = Duration.ofMinutes(5);
  private static final Duration LOOK_EVERY = Duration.ofMillis(250);

  /** Fast start-up and little memory: six processes share the machine; they log errors only. */
  private static final List<String> JVM =
      List.of(
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-Dorg.slf4j.simpleLogger.defaultLogLevel=error");

  private final Program program;
  private final Path work;
  private final Path temporary;
  private final List<ClusterMember> plans;
  private final List<Member> brokers = new ArrayList<>();
  private final List<Member> instances = new ArrayList<>();
  private final ChangingOverrides overrides;
  private final Map<String, String> base;
  private final SieveConfig config;
  private volatile Map<String, String> rolled = Map.of();

  /**
   * @param work folder for all data, on a disk with enough room
   * @param logs folder for the output of the processes
   */
  Fleet(ChaosSettings settings, Path work, Path logs) throws IOException {
    this.program = settings.program();
    this.work = work;
    this.temporary = Files.createDirectory(work.resolve("tmp"));
    this.plans = plans();
    Path file = work.resolve("overrides.jsonl");
    this.overrides = new ChangingOverrides(file, settings.seed());
    Map<String, String> given = new HashMap<>(settings.settings());
    given.putIfAbsent(RuleConfig.OVERRIDES_FILE_CONFIG, file.toString());
    this.base = base(given);
    this.config = SieveConfig.of(base);
    for (int i = 1; i <= FaultPlan.MEMBERS; i++) {
      int number = i;
      brokers.add(
          new Member("broker " + i, logs.resolve("broker-" + i + ".log"), () -> broker(number)));
      instances.add(
          new Member(
              "instance " + i, logs.resolve("instance-" + i + ".log"), () -> instance(number)));
    }
  }

  private static List<ClusterMember> plans() {
    List<Integer> ports = EmbeddedBroker.freePorts(2 * FaultPlan.MEMBERS);
    String voters =
        IntStream.range(0, FaultPlan.MEMBERS)
            .mapToObj(i -> (i + 1) + "@127.0.0.1:" + ports.get(2 * i + 1))
            .collect(Collectors.joining(","));
    String id = Uuid.randomUuid().toString();
    return IntStream.range(0, FaultPlan.MEMBERS)
        .mapToObj(i -> new ClusterMember(i + 1, ports.get(2 * i), ports.get(2 * i + 1), voters, id))
        .toList();
  }

  private Map<String, String> base(Map<String, String> given) {
    Map<String, String> all = new HashMap<>();
    all.put(TopicsConfig.PARTITIONS_CONFIG, "6");
    all.put(IndexConfig.INDEX_MEMORY_BYTES_CONFIG, "8000000");
    all.put("streams.num.standby.replicas", "1");
    // Detect a lost instance quickly, and abort its open transactions.
    all.put("consumer.session.timeout.ms", "6000");
    all.put("consumer.heartbeat.interval.ms", "1500");
    all.put("producer.transaction.timeout.ms", "10000");
    // Within lanes, what was read is deleted while others are killed.
    all.put("streams.repartition.purge.interval.ms", "1000");
    all.putAll(given);
    all.put(TopicsConfig.REPLICATION_FACTOR_CONFIG, String.valueOf(FaultPlan.MEMBERS));
    all.put(
        TopicsConfig.BOOTSTRAP_SERVERS_CONFIG,
        plans.stream().map(plan -> "127.0.0.1:" + plan.port()).collect(Collectors.joining(",")));
    return all;
  }

  /** The settings that all instances share. */
  Map<String, String> settings() {
    return base;
  }

  SieveConfig config() {
    return config;
  }

  /** The file of overrides that the instances use, unless the user has named another one. */
  ChangingOverrides overrides() {
    return overrides;
  }

  /** Adds settings for all instances started from now on. */
  void roll(Map<String, String> settings) {
    rolled = settings;
  }

  /** A broker by its number, from 1. */
  Member broker(Fault fault) {
    return brokers.get(fault.target() - 1);
  }

  List<Member> brokers() {
    return brokers;
  }

  List<Member> instances() {
    return instances;
  }

  /** Restarts what has ended by itself, and says what has. */
  List<String> revive() {
    return members().map(Member::revive).filter(Objects::nonNull).toList();
  }

  /** What ended by itself so far, each with its last words. */
  List<String> unasked() {
    return members().flatMap(member -> member.unasked().stream()).toList();
  }

  private Stream<Member> members() {
    return Stream.concat(brokers.stream(), instances.stream());
  }

  /** The folder of an instance's state. */
  Path state(int instance) {
    return work.resolve("state-" + instance);
  }

  private List<String> broker(int number) {
    ClusterMember plan = plans.get(number - 1);
    List<String> command = java();
    command.addAll(
        List.of(
            "broker-member",
            "--dir",
            work.resolve("broker-" + number).toString(),
            "--node",
            String.valueOf(plan.node()),
            "--port",
            String.valueOf(plan.port()),
            "--controller-port",
            String.valueOf(plan.controllerPort()),
            "--voters",
            plan.voters(),
            "--cluster-id",
            plan.clusterId()));
    return command;
  }

  private List<String> instance(int number) {
    List<String> command = java();
    command.add("run");
    Map<String, String> settings = new TreeMap<>(base);
    settings.putAll(rolled);
    settings.put(TopicsConfig.STATE_DIR_CONFIG, state(number).toString());
    command.addAll(Program.arguments(settings));
    return command;
  }

  private List<String> java() {
    return program.java("512m", temporary, JVM);
  }

  /**
   * Waits until all brokers are up and every partition has all its replicas in sync.
   *
   * @throws SieveException if that takes more than some minutes
   */
  void awaitInSync(Stoppable stopping) throws InterruptedException {
    long end = System.nanoTime() + IN_SYNC.toNanos();
    while (!inSync()) {
      stopping.sleep(LOOK_EVERY.toMillis());
      if (System.nanoTime() > end) {
        throw new SieveException(
            "the brokers are not in sync after "
                + IN_SYNC.toMinutes()
                + " min; broker logs end: "
                + brokers.stream().map(Member::lastWords).collect(Collectors.joining(" | ")));
      }
    }
  }

  private boolean inSync() {
    Connection connection = new Connection(config);
    try (Admin admin = connection.admin()) {
      if (connection.await(admin.describeCluster().nodes()).size() < FaultPlan.MEMBERS) {
        return false;
      }
      QuorumInfo quorum = connection.await(admin.describeMetadataQuorum().quorumInfo());
      boolean votersThere =
          quorum.voters().stream()
              .allMatch(voter -> voter.logEndOffset() >= quorum.highWatermark() - 1);
      return votersThere
          && connection
              .await(
                  admin
                      .describeTopics(
                          connection.await(
                              admin.listTopics(new ListTopicsOptions().listInternal(true)).names()))
                      .allTopicNames())
              .values()
              .stream()
              .flatMap(topic -> topic.partitions().stream())
              .allMatch(
                  partition ->
                      partition.leader() != null
                          && partition.isr().size() == partition.replicas().size());
    } catch (SieveException | KafkaException e) {
      // Not yet; the caller reports it if it takes too long.
      return false;
    }
  }

  /** Kills all processes at once. */
  @Override
  public void close() {
    instances.forEach(Member::close);
    brokers.forEach(Member::close);
  }
}
