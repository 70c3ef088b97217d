package dev.crawlsieve.lab.chaos;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

class OwnVerdictsTest {

  @Test
  void shouldReadUrlsAsVerdictsHaveThem() {
    byte[] page = "{\"url\":\"http://a.example/\\ud800\"}".getBytes(UTF_8);
    assertThat(OwnVerdicts.url(new ConsumerRecord<>("duplicate", 0, 14, null, page)))
        .isEqualTo("http://a.example/?");
  }
}
