package dev.crawlsieve.stream.config;

import java.util.List;
import org.apache.kafka.common.config.ConfigDef.LambdaValidator;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.Validator;
import org.apache.kafka.common.config.ConfigException;

/**
 * Settings of the brokers, of the names of the group and the topics, and of the number of
 * partitions.
 */
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
        .define(BOOTSTRAP_SERVERS_CONFIG, List.of("localhost:9092"))
        .define(APPLICATION_ID_CONFIG, "crawlsieve", name(1, 100))
        .define(TOPIC_PREFIX_CONFIG, "", name(0, 100))
        .define(PAGES_TOPIC_CONFIG, "", name(0, 249))
        .define(FINGERPRINTS_TOPIC_CONFIG, "", name(0, 249))
        .define(STATE_DIR_CONFIG, "crawlsieve-state")
        .define(PARTITIONS_CONFIG, 4, Range.between(1, 10_000))
        .define(LANES_CONFIG, 1, Range.between(1, 10_000))
        .define(REPLICATION_FACTOR_CONFIG, -1, Range.between(-1, 32));
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
