package dev.crawlsieve.lab.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.files.input.InputPage;
import dev.crawlsieve.stream.config.SieveConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class PagesAheadTest {

  private static final int MAX_BYTES = 10_000;

  @TempDir Path folder;

  @Test
  void shouldGiveAllPagesInOrderWithinItsBound() throws Exception {
    List<String> lines = lines(1_000);
    try (PagesAhead pages = ahead(write(lines))) {
      pages.awaitFull();
      assertThat(pages.heldBytes()).isBetween(MAX_BYTES * 9 / 10, MAX_BYTES);
      for (String line : lines) {
        InputPage page = pages.next();
        assertThat(new String(page.value(), UTF_8)).isEqualTo(line);
        assertThat(pages.heldBytes()).isLessThanOrEqualTo(MAX_BYTES);
      }
      assertThat(pages.next()).isNull();
      assertThat(pages.next()).isNull();
      assertThat(pages.heldBytes()).isZero();
    }
  }

  @Test
  void shouldGivePagesThatAreLargerThanItsBound() throws Exception {
    String large = "{\"url\":\"http://a.example/\",\"text\":\"" + "a ".repeat(MAX_BYTES) + "\"}";
    try (PagesAhead pages = ahead(write(List.of(large, large)))) {
      pages.awaitFull();
      assertThat(pages.next().value()).hasSize(large.length());
      assertThat(pages.next().value()).hasSize(large.length());
      assertThat(pages.next()).isNull();
    }
  }

  @Test
  void shouldTellWhatCannotBeRead() throws Exception {
    Path missing = folder.resolve("missing.jsonl");
    try (PagesAhead pages = ahead(missing)) {
      pages.awaitFull();
      assertThatThrownBy(pages::next)
          .isInstanceOf(SieveException.class)
          .hasMessageContaining("missing.jsonl");
    }
  }

  private static PagesAhead ahead(Path file) {
    return new PagesAhead(List.of(file), SieveConfig.of(Map.of()), MAX_BYTES);
  }

  private static List<String> lines(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> "{\"url\":\"http://a.example/" + i + "\",\"text\":\"page " + i + "\"}")
        .toList();
  }

  private Path write(List<String> lines) throws IOException {
    return Files.write(folder.resolve("pages.jsonl"), lines);
  }
}
