package dev.crawlsieve.stream.kafka;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.kafka.errors.BrokerTroubleException;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownServerException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ConnectionTest {

  @Test
  void shouldTakeNamesThatHaveNoAddressYetForBrokersThatDoNotAnswerYet() {
    assertThatThrownBy(() -> admin("kafka-1.invalid:9092,kafka-2.invalid:9092"))
        .isInstanceOf(BrokerTroubleException.class)
        .hasMessage(
            "no Kafka broker answers at kafka-1.invalid:9092,kafka-2.invalid:9092 (setting"
                + " bootstrap.servers) within 600 ms (setting streams.default.api.timeout.ms): none of"
                + " these names has an address");
  }

  @Test
  void shouldRefuseWhatIsNoAddressAtAll() {
    assertThatThrownBy(() -> admin("kafka-1"))
        .isExactlyInstanceOf(SieveException.class)
        .hasMessage(
            "bootstrap.servers is 'kafka-1', must be host:port, several separated by commas");
  }

  /** An exit code of its own and a sentence, as for a setting of ours. */
  @ParameterizedTest
  @CsvSource({
    "consumer.max.poll.records, none, Invalid value none for configuration max.poll.records",
    "producer.linger.ms, -7, Invalid value -7 for configuration linger.ms",
    "producer.max.in.flight.requests.per.connection, 9, max.in.flight.requests.per.connection",
    "streams.security.protocol, PLAIN, security.protocol",
  })
  void shouldNameTheSettingThatKafkaRejects(String name, String value, String why) {
    Connection connection =
        new Connection(SieveConfig.of(Map.of("bootstrap.servers", "localhost:1", name, value)));
    assertThatThrownBy(
            () -> {
              if (name.startsWith("consumer.")) {
                connection.consumer().close();
              } else if (name.startsWith("producer.")) {
                connection.producer(Map.of()).close();
              } else {
                connection.admin().close();
              }
            })
        .isInstanceOf(SettingsException.class)
        .hasMessageStartingWith("Kafka rejected the settings: ")
        .hasMessageContaining(why);
  }

  @Test
  void shouldSortWhatConsumersThrow() {
    Connection connection =
        new Connection(SieveConfig.of(Map.of("bootstrap.servers", "localhost:1")));
    assertThatThrownBy(() -> connection.sorted(failing(new TimeoutException("position"))))
        .isInstanceOf(BrokerTroubleException.class)
        .hasMessageStartingWith("no Kafka broker answers at localhost:1");
    assertThatThrownBy(
            () ->
                connection.sorted(
                    failing(new KafkaException("fetching", new UnknownServerException("full")))))
        .isInstanceOf(BrokerTroubleException.class)
        .hasMessage("the Kafka broker answered with an error: full");
    for (RuntimeException lasting :
        List.of(
            new TopicAuthorizationException("index"),
            new IllegalStateException("a bug"),
            new SettingsException("refused"),
            new BrokerTroubleException("sorted", null))) {
      assertThatThrownBy(() -> connection.sorted(failing(lasting))).isSameAs(lasting);
    }
  }

  private static Runnable failing(RuntimeException failure) {
    return () -> {
      throw failure;
    };
  }

  private static void admin(String servers) {
    new Connection(
            SieveConfig.of(
                Map.of(
                    "bootstrap.servers",
                    servers,
                    "streams.default.api.timeout.ms",
                    "600",
                    "streams.request.timeout.ms",
                    "600")))
        .admin()
        .close();
  }
}
