package dev.crawlsieve.lab.bench.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.failure.SieveException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchInputsTest {

  @TempDir Path dir;

  private final List<String> notes = new ArrayList<>();

  /** A place to which the quickstart's pages cannot be fetched. */
  private Map<String, String> environment() throws IOException {
    Path file = Files.writeString(dir.resolve("file"), "");
    return Map.of(
        "XDG_CACHE_HOME",
        dir.toString(),
        "CRAWLSIEVE_QUICKSTART_DIR",
        file.resolve("javadoc").toString());
  }

  @Test
  void shouldReadTheCollectionWhereItHasBeenFetched() throws IOException {
    Path collection = dir.resolve("crawlsieve/collection");
    Path pages = Files.createDirectories(collection.resolve("pages"));
    for (String file : List.of("b.jsonl.gz", "a.jsonl.gz", "a.tsv", "c.tmp")) {
      Files.writeString(pages.resolve(file), "");
    }
    BenchInputs.Choice usual = BenchInputs.usual(environment(), notes::add);
    assertThat(usual.groups()).hasSize(1);
    assertThat(usual.groups().get(0).paths())
        .containsExactly(pages.resolve("a.jsonl.gz"), pages.resolve("b.jsonl.gz"));
    assertThat(usual.name())
        .startsWith("the collection in " + collection + ", 2 sources; the quickstart's javadoc is ")
        .endsWith("javadoc/*.jar");
    assertThat(notes).containsExactly("real pages: " + usual.name());
  }

  @Test
  void shouldReadJavadocWhereThereIsNoCollection() throws IOException {
    Files.createDirectories(dir.resolve("crawlsieve/collection/pages"));
    Map<String, String> environment = environment();
    assertThatThrownBy(() -> BenchInputs.usual(environment, notes::add))
        .isInstanceOf(SieveException.class)
        .hasMessageContaining("javadoc");
    assertThat(notes.get(0))
        .startsWith("real pages: the quickstart's javadoc; src/judged/collect fetches ");
  }
}
