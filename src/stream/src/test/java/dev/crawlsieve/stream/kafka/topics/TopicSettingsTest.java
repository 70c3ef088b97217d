package dev.crawlsieve.stream.kafka.topics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.stream.config.SieveConfig;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.junit.jupiter.api.Test;

/**
 * Brokers before Kafka 3.6, which have one limit for the times of records and none for their
 * decompressed size.
 */
final class TopicSettingsTest {

  private static final String UNLIMITED = String.valueOf(Long.MAX_VALUE);

  @Test
  void shouldLookAtTheOneLimitOfOlderBrokers() {
    assertThat(problems(UNLIMITED)).isEmpty();
    assertThat(problems("86400000"))
        .containsExactly(
            "topic 'unique' has message.timestamp.difference.max.ms=86400000, but needs "
                + UNLIMITED
                + ": brokers would refuse output for older pages");
    assertThat(TopicSettings.shown(inForce("1000")))
        .containsEntry("message.timestamp.difference.max.ms", "1000")
        .containsEntry("cleanup.policy", "delete");
  }

  /** Users may want the latest version of each URL, if all pages have one as their key. */
  @Test
  void shouldWarnOfOutputThatIsCompacted() {
    SieveConfig config = SieveConfig.of(Map.of());
    Config compacted = new Config(List.of(new ConfigEntry("cleanup.policy", "compact,delete")));
    for (String topic : List.of("unique", "duplicate", "unjudged", "dead-letters")) {
      assertThat(TopicSettings.warnings(config, topic, compacted))
          .singleElement()
          .asString()
          .contains("'" + topic + "' has cleanup.policy=compact,delete")
          .contains("a page without one stops every instance");
      assertThat(TopicSettings.warnings(config, topic, inForce("1"))).isEmpty();
    }
    assertThat(TopicSettings.warnings(config, "clusters", compacted)).isEmpty();
  }

  private static List<String> problems(String difference) {
    return TopicSettings.problems(SieveConfig.of(Map.of()), "unique", inForce(difference), 1);
  }

  private static Config inForce(String difference) {
    return new Config(
        Stream.of(
                Map.entry("cleanup.policy", "delete"),
                Map.entry("max.message.bytes", "104857600"),
                Map.entry("message.timestamp.difference.max.ms", difference),
                Map.entry("message.timestamp.type", "CreateTime"),
                Map.entry("min.insync.replicas", "1"),
                Map.entry("retention.bytes", "-1"),
                Map.entry("retention.ms", "-1"),
                Map.entry("segment.bytes", "1073741824"))
            .map(setting -> new ConfigEntry(setting.getKey(), setting.getValue()))
            .toList());
  }
}
