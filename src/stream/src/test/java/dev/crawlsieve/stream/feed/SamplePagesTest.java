package dev.crawlsieve.stream.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.files.input.InputGroup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SamplePagesTest {

  @TempDir Path dir;

  @Test
  void shouldFetchNothingWhenEverythingIsThere() throws IOException {
    for (JavadocJar jar : JavadocJar.SAMPLES) {
      Files.writeString(dir.resolve(jar.file()), "");
    }
    List<String> notes = new ArrayList<>();
    List<InputGroup> pages = new SamplePages(dir).get(notes::add);
    assertThat(notes).isEmpty();
    assertThat(pages).hasSize(6);
    assertThat(pages.get(0).baseUrl())
        .isEqualTo("https://javadoc.io/doc/org.apache.commons/commons-lang3/3.16.0/");
    assertThat(pages.get(0).paths())
        .containsExactly(dir.resolve("commons-lang3-3.16.0-javadoc.jar"));
  }

  @Test
  void shouldPutThePagesWhereTheUserKeepsCaches() {
    assertThat(SamplePages.usualCache(Map.of("CRAWLSIEVE_QUICKSTART_DIR", "/a/b")))
        .isEqualTo(Path.of("/a/b"));
    assertThat(SamplePages.usualCache(Map.of("XDG_CACHE_HOME", "/c")))
        .isEqualTo(Path.of("/c/crawlsieve/quickstart"));
    assertThat(SamplePages.usualCache(Map.of("HOME", "/home/me")))
        .isEqualTo(Path.of("/home/me/.cache/crawlsieve/quickstart"));
    assertThat(SamplePages.usualCache(Map.of()))
        .isEqualTo(Path.of(System.getProperty("user.home"), ".cache/crawlsieve/quickstart"));
  }

  @Test
  void shouldNameAnotherWayIfTheCacheCannotBeWritten() throws IOException {
    Path file = Files.writeString(dir.resolve("file"), "");
    assertThatThrownBy(() -> new SamplePages(file.resolve("cache")).get(note -> {}))
        .isInstanceOf(SieveException.class)
        .hasMessageContaining(file.resolve("cache") + ", cannot be written")
        .hasMessageContaining("--cache");
  }
}
