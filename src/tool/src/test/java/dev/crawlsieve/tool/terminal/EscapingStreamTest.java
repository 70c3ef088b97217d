package dev.crawlsieve.tool.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class EscapingStreamTest {

  private static final String CLEARING = "a\u001b[2J";

  static Stream<Consumer<PrintStream>> ways() {
    return Stream.of(
        to -> to.print(CLEARING),
        to -> to.println(CLEARING),
        to -> to.print((Object) CLEARING),
        to -> to.println((Object) CLEARING),
        to -> to.print(CLEARING.toCharArray()),
        to -> to.println(CLEARING.toCharArray()),
        to -> CLEARING.chars().forEach(c -> to.print((char) c)),
        to -> CLEARING.chars().forEach(c -> to.println((char) c)),
        to -> to.append(CLEARING),
        to -> to.append(CLEARING, 0, CLEARING.length()),
        to -> CLEARING.chars().forEach(c -> to.append((char) c)),
        to -> to.printf("%s", CLEARING),
        to -> to.format(Locale.ROOT, "%s", CLEARING));
  }

  @ParameterizedTest
  @MethodSource("ways")
  void shouldEscapeHoweverTextIsPrinted(Consumer<PrintStream> way) {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    try (PrintStream stream = new EscapingStream(new PrintStream(printed, true, UTF_8))) {
      way.accept(stream);
    }
    assertThat(printed.toString(UTF_8)).startsWith("a").contains("[").doesNotContain("\u001b");
  }
}
