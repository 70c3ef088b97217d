package dev.crawlsieve.stream.kafka;

import dev.crawlsieve.core.work.SieveException;
import dev.crawlsieve.stream.config.ShardTopics;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.topology.Changelogs;
import dev.crawlsieve.stream.topology.SieveTopology;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;

/**
 * The topics that depend on the number of shards: those between shards, and the changelogs of the
 * index. Also the topic that holds a lane's leaders while they are dealt out to another number.
 */
public final class DealtTopics {

  private static final Duration LOOK_EVERY = Duration.ofMillis(100);
  private static final int LOOKS = 600;

  private final SieveConfig config;

  /** Those of a generation with the number of shards in its settings. */
  public DealtTopics(SieveConfig config) {
    this.config = config;
  }

  /**
   * Makes sure that no leaders are being dealt out anew.
   *
   * @throws SieveException if 'reshard' was begun and has not come to its end
   */
  public static void ensureAtRest(SieveConfig config) {
    Connection connection = new Connection(config);
    try (Admin admin = connection.admin()) {
      String held = new DealtTopics(config).held();
      if (connection.await(admin.listTopics().names()).contains(held)) {
        throw new SieveException(
            "the kept pages of '"
                + config.applicationId()
                + "' are being dealt out to another number of shards (topic '"
                + held
                + "'): wait until 'reshard' is done, or run it again to finish what it began");
      }
    }
  }

  /** Name of the topic that holds leaders while they are dealt out; it exists only then. */
  public String held() {
    return config.applicationId() + "-reshard";
  }

  /** Name of the changelog of the index. */
  public String index() {
    return Changelogs.name(config, SieveTopology.INDEX_STORE);
  }

  /** Names of the changelogs of the newest leaders, by shard; empty without shards. */
  public List<String> recent() {
    List<String> stores = SieveTopology.storesOfDecider(config.shards());
    return stores.subList(0, config.shards()).stream()
        .map(store -> Changelogs.name(config, store))
        .toList();
  }

  /** Name of the changelog of a lane's time where pages enter. */
  public String entered() {
    List<String> stores = SieveTopology.storesOfDecider(config.shards());
    return Changelogs.name(config, stores.get(config.shards()));
  }

  /** Names of all of them that are in use with this number of shards. */
  public List<String> all() {
    List<String> all = new ArrayList<>(List.of(index()));
    if (config.shards() > 0) {
      all.addAll(recent());
      all.add(entered());
      all.addAll(config.topics().shards().all());
    }
    return all;
  }

  /** Creates all of them; none may exist. */
  public void create(Admin admin) {
    Connection connection = new Connection(config);
    connection.await(admin.createTopics(all().stream().map(this::topic).toList()).all());
    all().forEach(new TopicDescriber(admin, connection)::awaitLeaders);
  }

  /**
   * Deletes topics, and waits until the brokers have forgotten them; absent ones are passed over.
   *
   * @throws SieveException if they do not
   */
  public void delete(Admin admin, Set<String> topics) {
    Connection connection = new Connection(config);
    Set<String> left = new HashSet<>(topics);
    left.retainAll(connection.await(admin.listTopics().names()));
    connection.await(admin.deleteTopics(left).all());
    for (int look = 0; !left.isEmpty(); look++) {
      if (look == LOOKS) {
        throw new SieveException("the brokers do not delete the topics " + left);
      }
      LockSupport.parkNanos(LOOK_EVERY.toNanos());
      left.retainAll(connection.await(admin.listTopics().names()));
    }
  }

  private NewTopic topic(String name) {
    ShardTopics between = config.topics().shards();
    if (between.all().contains(name)) {
      return new TopicPlan(config).newTopic(name);
    }
    boolean ofIndex = name.equals(index());
    Map<String, String> settings =
        new HashMap<>(
            ofIndex || recent().contains(name)
                ? Changelogs.index(config)
                : Changelogs.other(config));
    settings.put(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT);
    settings.put(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, "CreateTime");
    int partitions = config.lanes() * (ofIndex ? Math.max(1, config.shards()) : 1);
    return of(name, partitions, settings);
  }

  /** The topic that holds leaders: a partition for each lane, and one for the plan. */
  public NewTopic heldTopic() {
    return of(
        held(),
        config.lanes() + 1,
        Map.of(
            TopicConfig.CLEANUP_POLICY_CONFIG,
            TopicConfig.CLEANUP_POLICY_DELETE,
            TopicConfig.RETENTION_MS_CONFIG,
            "-1"));
  }

  private NewTopic of(String name, int partitions, Map<String, String> settings) {
    short copies = config.replicationFactor();
    return new NewTopic(
            name, Optional.of(partitions), copies < 1 ? Optional.empty() : Optional.of(copies))
        .configs(settings);
  }
}
