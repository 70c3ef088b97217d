package dev.crawlsieve.stream.kafka.topics;

import static dev.crawlsieve.Waits.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.Connection;
import dev.crawlsieve.stream.run.OneBroker;
import dev.crawlsieve.testkit.broker.EmbeddedBroker;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class TopicsIT {

  @RegisterExtension static final OneBroker broker = new OneBroker();

  @Test
  void shouldMakeWhatIsMissingAndNothingElse() {
    SieveConfig config = config("made", Map.of("partitions", "3", "lanes", "2"));
    assertThat(Topics.create(config)).isEqualTo(config.topics().all());
    assertThat(Topics.create(config)).isEmpty();
    assertThat(Topics.check(config)).isEqualTo(3);
    assertThat(Topics.describe(config))
        .extracting(TopicDescription::name, TopicDescription::partitions)
        .containsExactly(
            tuple("made.pages", 3),
            tuple("made.fingerprints", 2),
            tuple("made.verdicts", 3),
            tuple("made.unique", 3),
            tuple("made.duplicate", 3),
            tuple("made.unjudged", 3),
            tuple("made.dead-letters", 1));
  }

  @Test
  void shouldKeepFingerprintsForEverAndTakeTheLargestPage() {
    SieveConfig config = config("sized", Map.of("page.max.bytes", "2000000"));
    Topics.create(config);
    assertThat(setting("sized.fingerprints", "retention.ms")).isEqualTo("-1");
    assertThat(Integer.parseInt(setting("sized.pages", "max.message.bytes")))
        .isGreaterThan(2000000);
    assertThat(Integer.parseInt(setting("sized.unique", "max.message.bytes")))
        .isGreaterThan(Integer.parseInt(setting("sized.pages", "max.message.bytes")));
    assertThat(setting("sized.dead-letters", "max.message.bytes"))
        .isEqualTo(setting("sized.duplicate", "max.message.bytes"));
  }

  @Test
  void shouldNameEveryTopicThatIsMissing() {
    assertThatThrownBy(() -> Topics.check(config("absent", Map.of())))
        .isInstanceOf(SieveException.class)
        .hasMessageContaining("'absent.pages'")
        .hasMessageContaining("'absent.dead-letters'")
        .hasMessageContaining("crawlsieve topics create");
  }

  @Test
  void shouldNameBothNumbersWhenPartitionsAreWrong() {
    SieveConfig config = config("wrong", Map.of("partitions", "4"));
    make("wrong.unique", 3);
    make("wrong.fingerprints", 2);
    assertThatThrownBy(() -> Topics.create(config))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("'wrong.unique' has 3 partitions")
        .hasMessageContaining("partitions says 4")
        .hasMessageContaining("'wrong.fingerprints' has 2 partitions")
        .hasMessageContaining("lanes says 1: give --set lanes=2, or make them again");
    for (String topic : List.of("pages", "verdicts", "duplicate", "dead-letters")) {
      make("wrong." + topic, 4);
    }
    assertThatThrownBy(() -> Topics.check(config))
        .isInstanceOf(SieveException.class)
        .hasMessageContaining("'wrong.unique' has 3 partitions, it needs 4")
        .hasMessageContaining("'wrong.fingerprints' has 2 partitions");
  }

  @Test
  void shouldNameANumberOfPartitionsOnceAndTheSettingThatFits() {
    for (String topic : List.of("pages", "verdicts", "unique", "duplicate", "unjudged")) {
      make("one." + topic, 1);
    }
    make("one.dead-letters", 3);
    assertThatThrownBy(() -> Topics.create(config("one", Map.of("partitions", "4"))))
        .isInstanceOf(SettingsException.class)
        .hasMessageMatching(
            "topics 'one\\.pages', [^;]* have 1 partition, the setting partitions says 4: give"
                + " --set partitions=1, or make them again, after 'crawlsieve topics delete'");
  }

  @Test
  void shouldSayThatNoBrokerAnswers() {
    String nowhere = "localhost:" + EmbeddedBroker.freePort();
    assertThatThrownBy(() -> Topics.check(SieveConfig.of(Map.of("bootstrap.servers", nowhere))))
        .isInstanceOf(SieveException.class)
        .hasMessage(
            "no Kafka broker answers at "
                + nowhere
                + " (setting bootstrap.servers) within 8 s (setting"
                + " streams.default.api.timeout.ms)");
  }

  @Test
  void shouldSayThatAHostIsUnknown() {
    assertThatThrownBy(
            () ->
                Topics.describe(
                    SieveConfig.of(Map.of("bootstrap.servers", "no-such-host.invalid:9092"))))
        .isInstanceOf(SieveException.class)
        .hasMessageContaining("no Kafka broker answers at no-such-host.invalid:9092");
  }

  private static SieveConfig config(String prefix, Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(settings);
    all.put("bootstrap.servers", broker.bootstrapServers());
    all.put("topic.prefix", prefix);
    return SieveConfig.of(all);
  }

  private static void make(String topic, int partitions) {
    Connection connection = new Connection(config("any", Map.of()));
    try (Admin admin = connection.admin()) {
      connection.await(
          admin.createTopics(List.of(new NewTopic(topic, partitions, (short) 1))).all());
      TopicDescriber describer = new TopicDescriber(admin, connection);
      await().until(() -> describer.partitions(topic).size() == partitions);
    }
  }

  private static String setting(String topic, String name) {
    Connection connection = new Connection(config("any", Map.of()));
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    try (Admin admin = connection.admin()) {
      return connection
          .await(admin.describeConfigs(List.of(resource)).all())
          .get(resource)
          .get(name)
          .value();
    }
  }
}
