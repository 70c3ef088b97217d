package dev.crawlsieve.stream.config;

import java.util.List;
import org.apache.kafka.common.config.ConfigDef.LambdaValidator;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.Validator;
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

  private TopicsConfig() {}

  static void define(Definitions settings) {
    settings
        .define(
            BOOTSTRAP_SERVERS_CONFIG,
            List.of("localhost:9092"),
            "Kafka brokers as host:port, separated by commas.")
        .define(
            APPLICATION_ID_CONFIG,
            "crawlsieve",
            name(1, 100),
            "Names the group of instances that share the work, and its state; a topic.prefix"
                + " is appended.")
        .define(
            TOPIC_PREFIX_CONFIG, "", name(0, 100), "Prefix of every topic name, followed by a dot.")
        .define(
            PAGES_TOPIC_CONFIG,
            "",
            name(0, 249),
            "Full name of the topic that pages are read from, if not pages under"
                + " topic.prefix. `topics create` does not make it.")
        .define(
            FINGERPRINTS_TOPIC_CONFIG,
            "",
            name(0, 249),
            "Full name of another generation's log to decide on, made from the pages in"
                + " pages.topic; no fingerprints are made then.")
        .define(
            STATE_DIR_CONFIG,
            "crawlsieve-state",
            "Folder for this machine's index. Not a temporary one: losing it costs a restore.")
        .define(
            PARTITIONS_CONFIG,
            4,
            Range.between(1, 10_000),
            "Partitions that `topics create` gives pages, verdicts, unique, duplicate and"
                + " unjudged.")
        .define(
            LANES_CONFIG,
            1,
            Range.between(1, 10_000),
            "Partitions of the fingerprints log. Each decides in one order; more than one"
                + " needs a dedup.scope other than global.")
        .define(
            REPLICATION_FACTOR_CONFIG,
            -1,
            Range.between(-1, 32),
            "Copies of every record on topics made by `topics create` and on changelogs; -1"
                + " for the brokers' default.");
  }

  private static Validator name(int least, int most) {
    String form = "[a-zA-Z0-9._-]{" + least + "," + most + "}";
    return LambdaValidator.with(
        (name, value) -> {
          if (!((String) value).matches(form)) {
            throw new ConfigException(
                name, value, "must consist of letters, digits, '.', '_' and '-'");
          }
        },
        () -> "letters, digits, . _ -" + (least == 0 ? " or empty" : ""));
  }
}
