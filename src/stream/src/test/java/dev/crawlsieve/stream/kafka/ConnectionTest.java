package dev.crawlsieve.stream.kafka;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.work.SieveException;
import dev.crawlsieve.stream.config.SieveConfig;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ConnectionTest {

  @Test
  void shouldTakeNamesThatHaveNoAddressYetForBrokersThatDoNotAnswerYet() {
    assertThatThrownBy(() -> admin("kafka-1.invalid:9092,kafka-2.invalid:9092"))
        .isInstanceOf(BrokerTroubleException.class)
        .hasMessage(
            "no Kafka broker answers at kafka-1.invalid:9092,kafka-2.invalid:9092 (setting"
                + " bootstrap.servers): none of these names has an address");
  }

  @Test
  void shouldRefuseWhatIsNoAddressAtAll() {
    assertThatThrownBy(() -> admin("kafka-1"))
        .isExactlyInstanceOf(SieveException.class)
        .hasMessageContaining("Invalid url in bootstrap.servers: kafka-1");
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
