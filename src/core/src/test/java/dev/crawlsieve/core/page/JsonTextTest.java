package dev.crawlsieve.core.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Strings of every length around that of the buffer that a thread keeps. */
final class JsonTextTest {

  private static final int KEPT_BYTES = 1 << 18;

  @ParameterizedTest
  @ValueSource(
      ints = {0, 1, 8, KEPT_BYTES - 9, KEPT_BYTES - 1, KEPT_BYTES, KEPT_BYTES + 1, 1 << 20})
  void shouldDecodeAStringOfAnyLength(int length) {
    String text = "a".repeat(length);

    assertThat(new String(JsonText.read(json(text), 1).utf8(), UTF_8)).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "xyz", "a longer one, with \\n and \\u00fc"})
  void shouldNotChangeTextThatWasDecodedBefore(String next) {
    byte[] earlier = JsonText.read(json("the first text"), 1).utf8();

    assertThat(JsonText.read(json(next), 1)).isNotNull();

    assertThat(new String(earlier, UTF_8)).isEqualTo("the first text");
  }

  private static byte[] json(String text) {
    return ('"' + text + '"').getBytes(UTF_8);
  }
}
