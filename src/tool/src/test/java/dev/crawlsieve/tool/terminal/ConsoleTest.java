package dev.crawlsieve.tool.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.crawlsieve.measure.report.TextTable;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

final class ConsoleTest {

  /** CSI, which clears a screen as ESC [ does; a forged line; text from right to left. */
  private static final String HOSTILE = "http://a.example/\u009b2J\u001b[2J\nforged\u202e\u2028";

  private static final String HARMLESS =
      "http://a.example/\\u009b2J\\u001b[2J\\u000aforged\\u202e\\u2028";

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private Console console(boolean terminal, LogFormat format) {
    return new Console(out, new PrintStream(err, true, UTF_8), terminal, format);
  }

  @Test
  void shouldEscapeWhatPagesHoldInTextAndFailures() {
    Console console = console(true, LogFormat.TEXT);
    console.line(HOSTILE);
    console.table(new TextTable().row(HOSTILE.replace("\n", ""), "1"));
    console.flush();
    assertThat(out.toString(UTF_8).lines())
        .containsExactly(HARMLESS, HARMLESS.replace("\\u000a", "") + "  1");
    console.note(HOSTILE);
    console.error(HOSTILE);
    console.error("failed", new IOException(HOSTILE), true);
    assertThat(err.toString(UTF_8))
        .startsWith(HARMLESS + "\ncrawlsieve: " + HARMLESS + "\n")
        .doesNotContain("\u009b", "\u001b", "\u202e", "\u2028")
        .contains("\n\tat ");
    err.reset();
    console.fleeting(HOSTILE);
    assertThat(err.toString(UTF_8)).contains(HARMLESS).startsWith("\r\u001b[K");
  }

  @Test
  void shouldWriteJsonThatHoldsTheSameValues() throws IOException {
    Console console = console(false, LogFormat.JSON);
    console.json(JsonNodeFactory.instance.objectNode().put("url", HOSTILE));
    console.note(HOSTILE);
    console.flush();
    assertThat(out.toString(UTF_8)).doesNotContain("\u009b");
    assertThat(err.toString(UTF_8)).doesNotContain("\u009b");
    ObjectMapper json = new ObjectMapper();
    assertThat(json.readTree(out.toByteArray()).get("url").asText()).isEqualTo(HOSTILE);
    assertThat(json.readTree(err.toByteArray()).get("message").asText()).isEqualTo(HOSTILE);
  }

  @Test
  void shouldLeaveRecordsAsTheyAre() {
    Console console = console(false, LogFormat.TEXT);
    console.line(HOSTILE.getBytes(UTF_8));
    console.flush();
    assertThat(out.toString(UTF_8)).isEqualTo(HOSTILE + "\n");
  }
}
