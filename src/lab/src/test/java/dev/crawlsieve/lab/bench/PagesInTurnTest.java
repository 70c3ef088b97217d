package dev.crawlsieve.lab.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.files.input.InputException;
import dev.crawlsieve.files.input.InputGroup;
import dev.crawlsieve.files.input.InputPage;
import dev.crawlsieve.stream.config.SieveConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PagesInTurnTest {

  @TempDir Path dir;

  private Path file(String name, int lines) throws IOException {
    return Files.writeString(
        dir.resolve(name + ".jsonl"),
        IntStream.range(0, lines)
            .mapToObj(line -> "{\"" + name + "\":" + line + "}\n")
            .collect(Collectors.joining()));
  }

  private static List<String> read(List<InputGroup> inputs) throws InputException {
    List<String> values = new ArrayList<>();
    try (PagesInTurn pages = PagesInTurn.open(inputs, SieveConfig.of(Map.of()))) {
      for (InputPage next = pages.next(); next != null; next = pages.next()) {
        values.add(new String(next.value(), UTF_8));
      }
      assertThat(pages.next()).isNull();
    }
    return values;
  }

  @Test
  void shouldReadAPageOfEachInput() throws Exception {
    InputGroup two = new InputGroup(List.of(file("a", 3), file("b", 0)), null);
    InputGroup one = new InputGroup(List.of(file("c", 1)), null);
    assertThat(read(List.of(two, one)))
        .containsExactly("{\"a\":0}", "{\"c\":0}", "{\"a\":1}", "{\"a\":2}");
  }

  @Test
  void shouldReadMoreInputsThanMayBeOpen() throws Exception {
    List<Path> files = new ArrayList<>();
    for (int i = 0; i < 1_100; i++) {
      files.add(file("f" + i, 2));
    }
    assertThat(read(List.of(new InputGroup(files, null)))).hasSize(2_200).doesNotHaveDuplicates();
  }

  @Test
  void shouldSayWhichInputIsMissing() {
    InputGroup missing = new InputGroup(List.of(dir.resolve("absent.jsonl")), null);
    assertThatThrownBy(() -> PagesInTurn.open(List.of(missing), SieveConfig.of(Map.of())))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("absent.jsonl");
  }
}
