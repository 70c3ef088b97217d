package dev.crawlsieve.watch.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HttpAddressTest {

  @Test
  void shouldReadHostAndPort() {
    assertThat(HttpAddress.of("localhost:8080")).isEqualTo(new HttpAddress("localhost", 8080));
    assertThat(HttpAddress.of("8080")).isEqualTo(new HttpAddress("127.0.0.1", 8080));
    assertThat(HttpAddress.of("[::1]:0")).isEqualTo(new HttpAddress("::1", 0));
    assertThat(HttpAddress.of("[::1]:0")).hasToString("[::1]:0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "localhost", "localhost:", ":80", "localhost:65536", "a:-1"})
  void shouldRefuseOthers(String text) {
    assertThatThrownBy(() -> HttpAddress.of(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("host:port");
  }

  @Test
  void shouldTakeAnyHostHeaderWhereOthersAreToReachIt() {
    assertThat(HttpAddress.of("0.0.0.0:80").accepts("crawl.example:80")).isTrue();
    assertThat(HttpAddress.of("0.0.0.0:80").accepts(null)).isFalse();
    assertThat(HttpAddress.of("127.0.0.1:80").accepts("crawl.example:80")).isFalse();
  }
}
