package dev.crawlsieve.stream.reshard;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.work.Progress;
import dev.crawlsieve.core.work.SieveException;
import dev.crawlsieve.core.work.Stoppable;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.DealtTopics;
import dev.crawlsieve.stream.kafka.RecordedSettings;
import dev.crawlsieve.stream.kafka.TopicDescriber;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Deals the leaders of a generation out to another number of shards, without deciding again.
 *
 * <p>First everything that the lanes hold is copied to a topic, and at last a plan; until then
 * nothing has changed. Then the changelogs and the topics between shards are deleted, made with
 * other partitions, and filled from the copy, which is deleted at the very end. So a run that ends
 * early can be repeated: with a plan from the copy, otherwise from the changelogs. While the copy
 * exists, no instance starts.
 *
 * <p>An instance runs once; {@link #stop} may be called from another thread.
 */
public final class Reshard {

  private static final int STOP_CHECK_EVERY = 1_000;
  private static final long SLEEP_MILLIS = 500;

  /** Longer than any transaction of an instance stays open, unless set otherwise. */
  private static final int LOOKS_AT_TRANSACTIONS = 240;

  private final Map<String, String> given;
  private final int shards;
  private final Stoppable work =
      new Stoppable("the pages being dealt out were not committed in time", Duration.ofSeconds(30));
  private final long startNanos = System.nanoTime();

  /** Notified of what happens. */
  public interface Listener {

    /** A step begins. */
    void step(String what);

    /** Progress of the step, in kept pages. */
    void moved(Progress progress);
  }

  /**
   * Connects to nothing yet.
   *
   * @param given settings that name the brokers and the generation; those that it was made with are
   *     taken from its records
   * @param shards number of shards from now on, 0 for one task
   * @throws SettingsException if the number is not valid
   */
  public Reshard(Map<String, String> given, int shards) {
    this.given = Map.copyOf(given);
    this.shards = shards;
    SieveConfig unused = with(given, shards);
  }

  private static SieveConfig with(Map<String, String> settings, int shards) {
    Map<String, String> all = new HashMap<>(settings);
    all.put(SieveConfig.INDEX_SHARDS_CONFIG, String.valueOf(shards));
    return SieveConfig.of(all);
  }

  /**
   * Deals the leaders out.
   *
   * @throws SieveException if instances are running, nothing has been decided, records are missing,
   *     it was stopped, or a broker fails
   * @throws SettingsException if the generation cannot have so many shards
   */
  public ReshardResult run(Listener listener) {
    work.begin();
    SieveConfig config = SieveConfig.of(given);
    try (Admin admin = new Connection(config).admin()) {
      return run(config, admin, listener);
    } finally {
      work.cleared();
    }
  }

  private ReshardResult run(SieveConfig config, Admin admin, Listener listener) {
    ReshardGroup group = new ReshardGroup(config, admin);
    group.ensureNobodyRuns();
    Optional<ReshardPlan> begun = begun(config, admin);
    if (begun.isEmpty()) {
      Map<String, String> recorded = new HashMap<>(recorded(config));
      String of = recorded.remove(SieveConfig.INDEX_SHARDS_CONFIG);
      int from = of == null ? 0 : Integer.parseInt(of);
      if (from == shards) {
        return new ReshardResult(from, shards, 0, 0, 0, true, false, seconds());
      }
      return finish(gather(from, recorded, group, admin, listener), false, admin, listener);
    }
    if (begun.get().to() != shards) {
      throw new SieveException(
          "an earlier 'reshard' to "
              + begun.get().to()
              + " shards has not come to its end: first run 'reshard "
              + begun.get().to()
              + "' again");
    }
    return finish(begun.get(), true, admin, listener);
  }

  /** The plan of an earlier run that did not come to its end. */
  private Optional<ReshardPlan> begun(SieveConfig config, Admin admin) {
    Connection connection = new Connection(config);
    String held = new DealtTopics(config).held();
    if (!connection.await(admin.listTopics().names()).contains(held)) {
      return Optional.empty();
    }
    int last = new TopicDescriber(admin, connection).partitions(held).size() - 1;
    try (PartitionCursor plan =
        new PartitionCursor(connection, new TopicPartition(held, last), -1)) {
      ConsumerRecord<byte[], byte[]> stored = plan.next();
      return stored == null ? Optional.empty() : Optional.of(ReshardPlan.decode(stored.value()));
    }
  }

  private Map<String, String> recorded(SieveConfig config) {
    return RecordedSettings.of(config)
        .orElseThrow(
            () ->
                new SieveException(
                    "'"
                        + config.applicationId()
                        + "' has decided on no page yet, so there is nothing to deal out: set"
                        + " index.shards, and start it"));
  }

  private ReshardPlan gather(
      int from, Map<String, String> recorded, ReshardGroup group, Admin admin, Listener listener) {
    SieveConfig old = of(recorded, from, admin);
    SieveConfig next = of(recorded, shards, admin);
    ensurePossible(old, next);
    DealtTopics topics = new DealtTopics(old);
    listener.step("waiting for open transactions");
    awaitTransactions(topics, group);
    topics.delete(admin, Set.of(topics.held())); // of a run that has not come to its plan
    Connection connection = new Connection(old);
    connection.await(admin.createTopics(List.of(topics.heldTopic())).all());
    listener.step("copying the kept pages to '" + topics.held() + "'");
    Map<TopicPartition, Long> committed = group.committed();
    List<ReshardPlan.LanePlan> lanes = new ArrayList<>();
    try (TransactedRecords out = new TransactedRecords(old)) {
      long before = 0;
      for (int lane = 0; lane < old.lanes(); lane++) {
        Gathering gathering = new Gathering(old, committed, out, moved(before, -1, listener));
        lanes.add(gathering.lane(lane));
        before += lanes.get(lane).held();
      }
      ReshardPlan plan = new ReshardPlan(from, next.shards(), recorded, lanes);
      out.commit();
      out.write(new ProducerRecord<>(topics.held(), old.lanes(), null, plan.encode()));
      out.commit();
      return plan;
    }
  }

  static void ensurePossible(SieveConfig old, SieveConfig next) {
    if (!old.rule().expires()) {
      return;
    }
    if (next.shards() == 0) {
      throw new SettingsException(
          "with index.retention the kept pages cannot be put into one task again: 'replay --into"
              + " PREFIX --set index.shards=0' decides them again");
    }
    if (old.shards() == 0 && old.clusters().enabled()) {
      throw new SettingsException(
          "with index.retention and clusters.enabled the kept pages of one task cannot be dealt"
              + " out to shards, which would not know when their clusters expire: 'replay --into"
              + " PREFIX --set index.shards="
              + next.shards()
              + "' decides them again");
    }
  }

  /** The generation with a number of shards; topics and brokers as given. */
  private SieveConfig of(Map<String, String> recorded, int number, Admin admin) {
    Map<String, String> settings = new HashMap<>(given);
    settings.putAll(recorded);
    SieveConfig config = with(settings, number);
    int lanes =
        new TopicDescriber(admin, new Connection(config))
            .partitions(config.topics().fingerprints())
            .size();
    settings.put(SieveConfig.LANES_CONFIG, String.valueOf(lanes));
    return with(settings, number);
  }

  /** An instance that was killed may have left a transaction, behind which nothing can be read. */
  private void awaitTransactions(DealtTopics topics, ReshardGroup group) {
    for (int look = 0; group.hasOpenTransactions(topics.all()); look++) {
      if (look == LOOKS_AT_TRANSACTIONS) {
        throw new SieveException(
            "a transaction in one of the topics "
                + topics.all()
                + " has been open for two minutes: try again when it has ended;"
                + " 'kafka-transactions.sh find-hanging' finds it");
      }
      sleep();
    }
  }

  private void sleep() {
    try {
      work.sleep(SLEEP_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SieveException("interrupted", e);
    }
  }

  private ReshardResult finish(ReshardPlan plan, boolean resumed, Admin admin, Listener listener) {
    SieveConfig old = of(plan.settings(), plan.from(), admin);
    SieveConfig next = of(plan.settings(), plan.to(), admin);
    DealtTopics topics = new DealtTopics(next);
    work.ensureGoingOn();
    listener.step("making the topics of " + shown(plan.to()));
    Set<String> replaced = new HashSet<>(new DealtTopics(old).all());
    replaced.addAll(topics.all());
    topics.delete(admin, replaced);
    topics.create(admin);
    listener.step("dealing the kept pages out to " + shown(plan.to()));
    try (TransactedRecords out = new TransactedRecords(next)) {
      Dealing dealing = new Dealing(next, out, moved(0, plan.held(), listener));
      for (int lane = 0; lane < plan.lanes().size(); lane++) {
        dealing.lane(lane, plan.lanes().get(lane));
      }
      out.commit();
    }
    new ReshardGroup(next, admin).begin(plan);
    topics.delete(admin, Set.of(topics.held()));
    return new ReshardResult(
        plan.from(),
        plan.to(),
        plan.lanes().size(),
        plan.held(),
        plan.pages(),
        false,
        resumed,
        seconds());
  }

  private static String shown(int shards) {
    return shards == 0 ? "one task" : shards == 1 ? "1 shard" : shards + " shards";
  }

  /** Checks from time to time whether to stop, and passes progress on. */
  private LongConsumer moved(long before, long total, Listener listener) {
    long start = System.nanoTime();
    return leaders -> {
      if (leaders % STOP_CHECK_EVERY == 0) {
        work.ensureGoingOn();
        double done = total > 0 ? (double) leaders / total : -1;
        listener.moved(
            new Progress(before + leaders, 0, -1, done, (System.nanoTime() - start) / 1e9));
      }
    };
  }

  private double seconds() {
    return (System.nanoTime() - startNanos) / 1e9;
  }

  /** Ends {@link #run} soon, and waits for that. What it has begun, another run finishes. */
  public void stop() {
    work.stop();
  }
}
