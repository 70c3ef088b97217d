package dev.crawlsieve.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class PrintableTest {

  @Test
  void shouldEscapeWhatATerminalObeysOrALogWouldBreakAt() {
    IntStream.concat(IntStream.range(0, 0x20), IntStream.rangeClosed(0x7f, 0x9f))
        .forEach(c -> assertEscaped(c, "\\u%04x".formatted(c)));
    IntStream.rangeClosed(0x2028, 0x202e).forEach(c -> assertEscaped(c, "\\u%04x".formatted(c)));
    IntStream.rangeClosed(0x2066, 0x2069).forEach(c -> assertEscaped(c, "\\u%04x".formatted(c)));
    for (int c : new int[] {0x180e, 0x200b, 0x2060, 0x2064, 0x206f, 0xfeff, 0xfff9}) {
      assertEscaped(c, "\\u%04x".formatted(c));
    }
    assertEscaped(0xe0001, "\\udb40\\udc01");
    assertEscaped(0xe007f, "\\udb40\\udc7f");
    assertEscaped(0xd800, "\\ud800");
    assertEscaped(0x1fffe, "\\ud83f\\udffe");
    assertThat(Printable.escaped("a\tb\n\u009b", "\t\n")).isEqualTo("a\tb\n\\u009b");
  }

  private static void assertEscaped(int c, String escaped) {
    assertThat(Printable.escaped("<a " + Character.toString(c) + "é>"))
        .isEqualTo("<a " + escaped + "é>");
  }

  @Test
  void shouldLeaveText() {
    String text = "a\\u009b ~ \u00a0 ü שלום \u200f \u200c\u200d 漢字 😀";
    assertThat(Printable.escaped(text)).isEqualTo(text);
  }

  @Test
  void shouldLeaveTheValuesOfJson() throws Exception {
    String all =
        IntStream.range(0, 0x2100)
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString();
    String json = JsonNodeFactory.instance.objectNode().put(all, all).toString();
    String escaped = Printable.escaped(json);
    assertThat(escaped.chars()).allMatch(Printable::is);
    assertThat(new ObjectMapper().readTree(escaped).get(all).asText()).isEqualTo(all);
  }
}
