package dev.crawlsieve.stream.kafka.topics;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.stream.config.IndexTasks;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.config.TopicNames;
import dev.crawlsieve.stream.config.TopicsConfig;
import dev.crawlsieve.stream.config.Wing;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.kafka.Rights;
import dev.crawlsieve.stream.topology.Changelogs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.TopicExistsException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates, checks and describes the topics on the brokers. */
public final class Topics {

  private static final Logger LOG = LoggerFactory.getLogger(Topics.class);

  /** The command that creates missing topics, as messages name it. */
  public static final String CREATE = "'crawlsieve topics create' with the same settings";

  static final int LOOKS = 200;
  static final Duration LOOK_EVERY = Duration.ofMillis(50);

  private final SieveConfig config;
  private final Connection connection;

  private Topics(SieveConfig config) {
    this.config = config;
    this.connection = new Connection(config);
  }

  /**
   * Creates the missing topics and leaves existing ones unchanged.
   *
   * @return names of the topics created
   * @throws SettingsException if a topic exists with a number of partitions other than the settings
   *     say
   * @throws SieveException if no broker answers
   */
  public static List<String> create(SieveConfig config) {
    return new Topics(config).create();
  }

  /**
   * Creates the missing topics of a generation. If the generation has recorded that it reads the
   * pages or the log of another generation, it gets no such topic of its own.
   *
   * @param given settings that name the brokers and the generation
   * @return names of the topics created
   * @throws SieveException as {@link #create(SieveConfig)}, or if the recorded settings may not be
   *     read
   */
  public static List<String> create(Map<String, String> given) {
    SieveConfig config = SieveConfig.of(given);
    return create(new Topics(config).lacksSources() ? SieveConfig.of(withSources(given)) : config);
  }

  /** Whether the generation has topics, but lacks one of those from which verdicts are made. */
  private boolean lacksSources() {
    try (Admin admin = connection.admin()) {
      Set<String> found = partitions(admin).keySet();
      TopicNames topics = config.topics();
      return !found.isEmpty() && !found.containsAll(List.of(topics.pages(), topics.fingerprints()));
    }
  }

  /**
   * Creates a topic that only some commands need, unless it exists.
   *
   * @throws SieveException if it cannot be made, or no broker answers
   */
  public static void createSideTopic(SieveConfig config, String name) {
    Topics topics = new Topics(config);
    try (Admin admin = topics.connection.admin()) {
      if (topics.partitions(admin, name) == 0) {
        admin
            .createTopics(List.of(new TopicPlan(config).newTopic(name)))
            .values()
            .forEach(topics::made);
      }
      new TopicDescriber(admin, topics.connection).awaitLeaders(name);
    }
  }

  private List<String> create() {
    TopicPlan plan = new TopicPlan(config);
    try (Admin admin = connection.admin()) {
      Map<String, Integer> found = partitions(admin);
      refuse(absentOfOthers(found));
      refuseSettings(otherThanSet(found, plan.partitions()));
      List<String> missing =
          config.topics().own().stream().filter(topic -> !found.containsKey(topic)).toList();
      List<String> made = new ArrayList<>();
      admin
          .createTopics(missing.stream().map(plan::newTopic).toList())
          .values()
          .forEach(
              (topic, done) -> {
                if (made(topic, done)) {
                  made.add(topic);
                }
              });
      refuseSettings(otherThanSet(awaitAll(admin), plan.partitions()));
      config.topics().all().forEach(new TopicDescriber(admin, connection)::awaitLeaders);
      return missing.stream().filter(made::contains).toList();
    }
  }

  /** Waits until brokers know all topics that the controller has created. */
  private Map<String, Integer> awaitAll(Admin admin) {
    Map<String, Integer> found = partitions(admin);
    for (int look = 0; look < LOOKS && found.size() < config.topics().all().size(); look++) {
      LockSupport.parkNanos(LOOK_EVERY.toNanos());
      found = partitions(admin);
    }
    return found;
  }

  private List<String> absentOfOthers(Map<String, Integer> found) {
    List<String> absent =
        config.topics().borrowed().stream().filter(topic -> !found.containsKey(topic)).toList();
    return absent.isEmpty()
        ? List.of()
        : List.of(absent(absent) + ": see the settings pages.topic and fingerprints.topic");
  }

  /** How a topic's number of partitions differs from the settings. */
  private record Unlike(int has, int needed, String setting) {}

  /** A sentence for all topics whose numbers of partitions differ in one way from the settings. */
  private List<String> otherThanSet(Map<String, Integer> found, Map<String, Integer> set) {
    Map<String, Integer> sought = new LinkedHashMap<>(set);
    sought.remove(config.topics().deadLetters()); // may have any number of partitions
    Map<Unlike, List<String>> unlike = new LinkedHashMap<>();
    sought.forEach(
        (topic, needed) -> {
          int has = found.getOrDefault(topic, needed);
          if (has != needed) {
            unlike
                .computeIfAbsent(new Unlike(has, needed, setting(topic)), k -> new ArrayList<>())
                .add(topic);
          }
        });
    List<String> problems = new ArrayList<>();
    unlike.forEach(
        (how, topics) -> {
          boolean all =
              sought.keySet().stream()
                  .filter(topic -> setting(topic).equals(how.setting()))
                  .allMatch(topic -> found.getOrDefault(topic, how.has()) == how.has());
          problems.add(wrongPartitions(topics, how.has()) + said(how, all));
        });
    return problems;
  }

  /**
   * What the settings say, and what to do.
   *
   * @param all whether all topics that exist have one number of partitions
   */
  private static String said(Unlike how, boolean all) {
    if (how.setting().equals(IndexTasks.SETTINGS)) {
      return "the settings " + IndexTasks.SETTINGS + " say " + how.needed();
    }
    return "the setting %s says %d%s"
        .formatted(
            how.setting(),
            how.needed(),
            all
                ? ": give --set %s=%d, or make them again, after 'crawlsieve topics delete'"
                    .formatted(how.setting(), how.has())
                : raised(how.has(), how.needed()));
  }

  /** The command that gives topics more partitions; empty if they have too many. */
  private static String raised(int has, int needed) {
    return has < needed ? " (kafka-topics.sh --alter --partitions " + needed + ")" : "";
  }

  /** The setting that says how many partitions a topic has. */
  private String setting(String topic) {
    TopicNames topics = config.topics();
    return topics.withinLanes().contains(topic)
        ? IndexTasks.SETTINGS
        : topic.equals(topics.fingerprints()) ? "lanes" : "partitions";
  }

  private boolean made(String topic, KafkaFuture<Void> done) {
    try {
      done.get();
      return true;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof TopicExistsException) {
        // Another client has created it in the meantime.
        return false;
      }
      throw new SieveException(
          "topic '"
              + topic
              + "' cannot be created: "
              + Objects.requireNonNull(e.getCause()).getMessage(),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SieveException("interrupted while creating topic '" + topic + "'", e);
    }
  }

  /**
   * Checks that the topics have what the topology needs.
   *
   * @return the number of partitions of {@code pages}
   * @throws SieveException with a sentence for each topic that is missing, has the wrong number of
   *     partitions, or has settings that would lose pages; or if no broker answers
   * @throws SettingsException with such sentences, if nothing is wrong but numbers of partitions
   */
  public static int check(SieveConfig config) {
    return new Topics(config).check();
  }

  private int check() {
    try (Admin admin = connection.admin()) {
      TopicNames topics = config.topics();
      Map<String, Integer> found = partitions(admin);
      List<String> problems = new ArrayList<>(absentOfOthers(found));
      List<String> missing =
          topics.own().stream().filter(topic -> !found.containsKey(topic)).toList();
      if (!missing.isEmpty()) {
        problems.add(missing(missing));
      }
      Integer pages = found.get(topics.pages());
      problems.addAll(unequal(config, found));
      List<String> unlikeSet = otherThanSet(found, new TopicPlan(config).ofLanes());
      if (problems.isEmpty()) {
        refuseSettings(unlikeSet);
      }
      problems.addAll(unlikeSet);
      topics.wings().stream()
          .filter(Wing::inOnePlace)
          .forEach(wing -> problems.addAll(spread(wing, found)));
      List<String> there =
          Stream.concat(
                  topics.own().stream().filter(found::containsKey),
                  Changelogs.names(config).stream().filter(log -> partitions(admin, log) > 0))
              .toList();
      Map<String, Config> inForce = TopicSettings.ofTopics(admin, connection, there);
      List<String> unfit =
          there.stream()
              .flatMap(
                  topic ->
                      TopicSettings.problems(
                          config, topic, inForce.get(topic), replicas(admin, topic))
                          .stream())
              .toList();
      problems.addAll(unfit);
      if (!unfit.isEmpty()) {
        problems.add(
            "kafka-configs.sh --alter --entity-type topics --add-config NAME=VALUE sets it");
      }
      refuse(problems);
      for (String topic : there) {
        TopicSettings.warnings(config, topic, inForce.get(topic)).forEach(LOG::warn);
      }
      return pages == null ? 0 : pages;
    }
  }

  /** A sentence if a log that one task reads has several partitions. */
  private List<String> spread(Wing wing, Map<String, Integer> found) {
    String log = config.topics().log(wing);
    int has = found.getOrDefault(log, 1);
    return has == 1
        ? List.of()
        : List.of(
            "%sit needs 1: %s are learned in one place"
                .formatted(wrongPartitions(List.of(log), has), wing.found()));
  }

  /**
   * A sentence for all topics that should have as many partitions as {@code pages}, but have
   * another number of them.
   *
   * @param found numbers of partitions by topic
   */
  public static List<String> unequal(SieveConfig config, Map<String, Integer> found) {
    String pages = config.topics().pages();
    int needed = found.getOrDefault(pages, -1);
    Map<Integer, List<String>> unlike = new LinkedHashMap<>();
    config.topics().copartitioned().stream()
        .filter(topic -> needed >= 0 && found.getOrDefault(topic, needed) != needed)
        .forEach(
            topic ->
                unlike
                    .computeIfAbsent(found.getOrDefault(topic, 0), k -> new ArrayList<>())
                    .add(topic));
    List<String> problems = new ArrayList<>();
    unlike.forEach(
        (has, topics) ->
            problems.add(
                wrongPartitions(topics, has)
                    + (topics.size() == 1 ? "it needs " : "they need ")
                    + needed
                    + ", as many as '"
                    + pages
                    + "'"
                    + raised(has, needed)));
    return problems;
  }

  /**
   * Checks that some topics exist and may be read.
   *
   * @throws SieveException if not, or no broker answers
   */
  public static void ensureExist(SieveConfig config, List<String> names) {
    ensureExist(config, names, AclOperation.READ);
  }

  /**
   * Checks that some topics exist and that an operation on them is permitted.
   *
   * @throws SieveException if not, or no broker answers
   */
  public static void ensureExist(SieveConfig config, List<String> names, AclOperation operation) {
    Rights.ensure(config, names, operation);
    Topics topics = new Topics(config);
    try (Admin admin = topics.connection.admin()) {
      List<String> missing =
          names.stream().filter(name -> topics.partitions(admin, name) == 0).toList();
      if (!missing.isEmpty()) {
        throw new SieveException(absence(config, missing));
      }
      names.forEach(new TopicDescriber(admin, topics.connection)::awaitLeaders);
    }
  }

  /** A topic's unique id: a recreated topic of the same name has a different one. */
  public static String id(SieveConfig config, String topic) {
    Connection connection = new Connection(config);
    try (Admin admin = connection.admin()) {
      return Objects.requireNonNull(
              connection.await(admin.describeTopics(List.of(topic)).allTopicNames()).get(topic))
          .topicId()
          .toString();
    }
  }

  /** Describes every topic as the brokers report it, in the order of {@link TopicNames#all}. */
  public static List<TopicDescription> describe(SieveConfig config) {
    Connection connection = new Connection(config);
    try (Admin admin = connection.admin()) {
      return new TopicDescriber(admin, connection).describe(config, config.topics().all());
    }
  }

  /**
   * Describes every topic of a generation as the brokers report it, including topics of other
   * generations that, by its record, it reads.
   *
   * @param given settings that name the brokers and the generation
   * @throws SieveException if no broker answers
   */
  public static List<TopicDescription> describe(Map<String, String> given) {
    List<TopicDescription> described = describe(SieveConfig.of(given));
    if (described.stream().allMatch(TopicDescription::exists)) {
      return described;
    }
    return describe(SieveConfig.of(withSources(given)));
  }

  /**
   * The settings, with the names of the topics of other generations that, by its record, the
   * generation reads.
   */
  private static Map<String, String> withSources(Map<String, String> given) {
    Map<String, String> settings = new HashMap<>(given);
    RecordedSettings.of(SieveConfig.of(given))
        .ifPresent(
            recorded ->
                Stream.of(TopicsConfig.PAGES_TOPIC_CONFIG, TopicsConfig.FINGERPRINTS_TOPIC_CONFIG)
                    .filter(name -> recorded.containsKey(name))
                    .forEach(name -> settings.putIfAbsent(name, recorded.get(name))));
    return settings;
  }

  private Map<String, Integer> partitions(Admin admin) {
    Map<String, Integer> found = new HashMap<>();
    for (String topic : config.topics().all()) {
      int partitions = partitions(admin, topic);
      if (partitions > 0) {
        found.put(topic, partitions);
      }
    }
    return found;
  }

  private int replicas(Admin admin, String topic) {
    return new TopicDescriber(admin, connection).partitions(topic).get(0).replicas().size();
  }

  private int partitions(Admin admin, String topic) {
    return new TopicDescriber(admin, connection).partitions(topic).size();
  }

  /** The message that some topics do not exist, with the command that creates them. */
  public static String absence(SieveConfig config, List<String> missing) {
    return config.topics().own().containsAll(missing)
        ? missing(missing)
        : absent(missing) + TopicNames.nearest(missing.get(0));
  }

  private static String missing(List<String> topics) {
    return absent(topics) + "; " + CREATE + " makes the missing ones";
  }

  private static String absent(List<String> topics) {
    return named(topics) + (topics.size() == 1 ? " does not exist" : " do not exist");
  }

  private static String wrongPartitions(List<String> topics, int has) {
    return named(topics)
        + (topics.size() == 1 ? " has " : " have ")
        + has
        + (has == 1 ? " partition, " : " partitions, ");
  }

  private static String named(List<String> topics) {
    return (topics.size() == 1 ? "topic '" : "topics '") + String.join("', '", topics) + "'";
  }

  private static void refuseSettings(List<String> problems) {
    if (!problems.isEmpty()) {
      throw new SettingsException(String.join("; ", problems));
    }
  }

  private static void refuse(List<String> problems) {
    if (!problems.isEmpty()) {
      throw new SieveException(String.join("; ", problems));
    }
  }
}
