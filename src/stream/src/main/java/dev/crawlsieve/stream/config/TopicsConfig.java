package dev.crawlsieve.stream.config;

import static org.apache.kafka.common.config.ConfigDef.Importance.HIGH;
import static org.apache.kafka.common.config.ConfigDef.Importance.MEDIUM;

import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigException;

/** Brokers, the names of the group and of topics, and how many partitions they have. */
public final class TopicsConfig {

  public static final String BOOTSTRAP_SERVERS_CONFIG = "bootstrap.servers";
  static final String APPLICATION_ID_CONFIG = "application.id";
  public static final String TOPIC_PREFIX_CONFIG = "topic.prefix";
  public static final String PAGES_TOPIC_CONFIG = "pages.topic";
  public static final String FINGERPRINTS_TOPIC_CONFIG = "fingerprints.topic";
  public static final String STATE_DIR_CONFIG = "state.dir";
  public static final String PARTITIONS_CONFIG = "partitions";
  public static final String LANES_CONFIG = "lanes";
  public static final String REPLICATION_FACTOR_CONFIG = "replication.factor";

  private final Values values;

  TopicsConfig(Values values) {
    this.values = values;
  }

  static void define(ConfigDef settings) {
    settings
        .define(
            BOOTSTRAP_SERVERS_CONFIG,
            Type.LIST,
            "localhost:9092",
            HIGH,
            "Kafka brokers as host:port, separated by commas.")
        .define(
            APPLICATION_ID_CONFIG,
            Type.STRING,
            "crawlsieve",
            ConfigDef.LambdaValidator.with(
                TopicsConfig::ensureName, () -> "letters, digits, . _ -"),
            HIGH,
            "Names the group of instances that share the work, and its state; a topic.prefix"
                + " is appended.")
        .define(
            TOPIC_PREFIX_CONFIG,
            Type.STRING,
            "",
            ConfigDef.LambdaValidator.with(
                TopicsConfig::ensurePrefix, () -> "letters, digits, . _ - or empty"),
            HIGH,
            "Prefix of every topic name, followed by a dot.")
        .define(
            PAGES_TOPIC_CONFIG,
            Type.STRING,
            "",
            ConfigDef.LambdaValidator.with(
                TopicsConfig::ensureTopic, () -> "letters, digits, . _ - or empty"),
            MEDIUM,
            "Full name of the topic that pages are read from, if not pages under"
                + " topic.prefix. `topics create` does not make it.")
        .define(
            FINGERPRINTS_TOPIC_CONFIG,
            Type.STRING,
            "",
            ConfigDef.LambdaValidator.with(
                TopicsConfig::ensureTopic, () -> "letters, digits, . _ - or empty"),
            MEDIUM,
            "Full name of another generation's log to decide on, made from the pages in"
                + " pages.topic; no fingerprints are made then.")
        .define(
            STATE_DIR_CONFIG,
            Type.STRING,
            "crawlsieve-state",
            HIGH,
            "Folder for this machine's index. Not a temporary one: losing it costs a restore.")
        .define(
            PARTITIONS_CONFIG,
            Type.INT,
            4,
            Range.between(1, 10_000),
            MEDIUM,
            "Partitions that `topics create` gives pages, verdicts, unique, duplicate and"
                + " unjudged.")
        .define(
            LANES_CONFIG,
            Type.INT,
            1,
            Range.between(1, 10_000),
            MEDIUM,
            "Partitions of the fingerprints log. Each decides in one order; more than one"
                + " needs a dedup.scope other than global.")
        .define(
            REPLICATION_FACTOR_CONFIG,
            Type.INT,
            -1,
            Range.between(-1, 32),
            MEDIUM,
            "Copies of every record on topics made by `topics create` and on changelogs; -1"
                + " for the brokers' default.");
  }

  /** The brokers as host:port, separated by commas. */
  public String bootstrapServers() {
    return String.join(",", values.getList(BOOTSTRAP_SERVERS_CONFIG));
  }

  /**
   * Name of the group and its state: {@code application.id}, followed by the topic prefix if there
   * is one.
   */
  public String applicationId() {
    String prefix = values.getString(TOPIC_PREFIX_CONFIG);
    return values.getString(APPLICATION_ID_CONFIG) + (prefix.isEmpty() ? "" : "-" + prefix);
  }

  /** The topics, with those of the parts that are in use. */
  public TopicNames names(boolean mirrors, boolean clusters, boolean shards) {
    return TopicNames.withPrefix(values.getString(TOPIC_PREFIX_CONFIG))
        .using(mirrors, clusters, shards)
        .reading(values.getString(PAGES_TOPIC_CONFIG), values.getString(FINGERPRINTS_TOPIC_CONFIG));
  }

  /** Folder for the state. */
  public String stateDir() {
    return values.getString(STATE_DIR_CONFIG);
  }

  /** Number of partitions for newly created topics that hold pages. */
  public int partitions() {
    return values.getInt(PARTITIONS_CONFIG);
  }

  /** Number of partitions of the fingerprints log. */
  public int lanes() {
    return values.getInt(LANES_CONFIG);
  }

  /** Copies of every record, -1 for the brokers' default. */
  public short replicationFactor() {
    return values.getInt(REPLICATION_FACTOR_CONFIG).shortValue();
  }

  private static void ensureName(String name, Object value) {
    if (!((String) value).matches("[a-zA-Z0-9._-]{1,100}")) {
      throw new ConfigException(name, value, "must consist of letters, digits, '.', '_' and '-'");
    }
  }

  private static void ensurePrefix(String name, Object value) {
    if (!((String) value).isEmpty()) {
      ensureName(name, value);
    }
  }

  private static void ensureTopic(String name, Object value) {
    if (!((String) value).matches("[a-zA-Z0-9._-]{0,249}")) {
      throw new ConfigException(name, value, "must consist of letters, digits, '.', '_' and '-'");
    }
  }
}
