package dev.crawlsieve.stream.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.stream.config.SieveConfig;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class GroupWingsTest {

  private static final String CLIENT = "sieve-StreamThread-1-consumer";

  private final SieveConfig plain = SieveConfig.of(Map.of());
  private final SieveConfig many =
      SieveConfig.of(
          Map.of("mirrors.enabled", "true", "passages.enabled", "true", "index.shards", "4"));

  @Test
  void shouldNameTheWingsInTheClientId() {
    assertThat(id(plain)).isEqualTo("sieve-StreamThread-1-wings.shards0-consumer");
    assertThat(id(many)).isEqualTo("sieve-StreamThread-1-wings.mirrors.passages.shards4-consumer");
  }

  @Test
  void shouldTellHowWingsDiffer() {
    assertThat(new GroupWings(plain).unlike(id(plain))).isEmpty();
    assertThat(new GroupWings(many).unlike(id(many))).isEmpty();
    assertThat(new GroupWings(many).unlike(id(plain)))
        .containsExactly(
            "mirrors.enabled=false, not true",
            "passages.enabled=false, not true",
            "index.shards=0, not 4");
  }

  @Test
  void shouldTakeMembersThatDoNotTell() {
    assertThat(new GroupWings(many).unlike(CLIENT)).isEmpty();
    assertThat(new GroupWings(many).unlike("consumer-wings")).isEmpty();
  }

  private static String id(SieveConfig config) {
    return GroupWings.named(Map.of("client.id", CLIENT), config).get("client.id").toString();
  }
}
