package dev.crawlsieve.core.html;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UnknownNamesTest {

  private final UnknownNames names = new UnknownNames();

  @Test
  void shouldKeepNamesOfModerateLengthOnly() {
    assertThat(read("x".repeat(64))).isSameAs(read("x".repeat(64)));
    assertThat(read("x".repeat(65))).isEqualTo(read("x".repeat(65)));
    assertThat(read("x".repeat(65))).isNotSameAs(read("x".repeat(65)));
  }

  private ElementName read(String name) {
    byte[] written = name.getBytes(US_ASCII);
    return names.element(written, 0, written.length);
  }
}
