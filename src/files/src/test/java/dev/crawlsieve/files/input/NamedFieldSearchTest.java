package dev.crawlsieve.files.input;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.config.PageFields;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.files.table.TableWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Names of fields that are given, and are nowhere. */
class NamedFieldSearchTest {

  private static final String LINE =
      """
      {"page_url":"https://a.example/%s","text":"A","meta":"{\\"source\\":\\"https://b.example/\\"}",
       "doc":{"at":"https://c.example/"},"flat.name":"https://d.example/"}
      """
          .replace("\n", "");

  @TempDir Path dir;

  private List<InputPage> read(Path file, String fields) throws InputException {
    List<InputPage> pages = new ArrayList<>();
    InputGroup group = new InputGroup(List.of(file), null);
    try (PageInputs inputs =
        PageInputs.of(List.of(group), 1 << 20, Limits.USUAL_INFLATION, PageFields.of(fields))) {
      for (InputPage page = inputs.nextOrDamage(); page != null; page = inputs.nextOrDamage()) {
        pages.add(page);
      }
    }
    return pages;
  }

  private Path lines(int count) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < count; i++) {
      lines.append(LINE.formatted(i)).append('\n');
    }
    return Files.writeString(dir.resolve("crawl.jsonl"), lines);
  }

  private Path table(int count) throws IOException {
    MessageType schema =
        MessageTypeParser.parseMessageType(
            "message m { optional binary page_url (STRING); optional binary text (STRING);"
                + " optional binary meta (JSON); optional group doc { optional binary at; }"
                + " optional binary flat.name (STRING); optional binary empty (STRING); }");
    Path file = dir.resolve("crawl.parquet");
    try (TableWriter out = new TableWriter(Files.newOutputStream(file), schema, Map.of())) {
      for (int i = 0; i < count; i++) {
        Group row = new SimpleGroup(schema);
        row.append("page_url", "https://a.example/" + i)
            .append("text", "A")
            .append("meta", "{\"source\":\"https://b.example/\"}")
            .append("flat.name", "https://d.example/");
        row.addGroup("doc").append("at", "https://c.example/");
        out.add(row);
      }
    }
    return file;
  }

  @Test
  void shouldCutLongNamesInItsMessage() throws Exception {
    StringBuilder line = new StringBuilder("{\"text\":\"A\"");
    for (int i = 0; i < 30; i++) {
      line.append(",\"").append(i).append("x".repeat(5_000)).append("\":1");
    }
    Path file = Files.writeString(dir.resolve("long.jsonl"), line.append("}\n"));
    assertThatThrownBy(() -> read(file, "url=nowhere"))
        .isInstanceOf(SieveException.class)
        .message()
        .contains("they have text, 0xxx", "x…, 29xxx")
        .hasSizeLessThan(5_000);
  }

  @ParameterizedTest
  @CsvSource({
    "url=page_urll, url, page_urll",
    "'url=page_urll,url=meta.sauce', url, page_urll' or 'meta.sauce",
    "url=doc.att, url, doc.att",
    "url=text.source, url, text.source",
    "id=doc_id, id, doc_id",
    "'url=page_url,text=contents', text, contents",
    "'url=page_url,title=name', title, name",
  })
  void shouldNameWhatIsNowhereAndWhatIsThere(String fields, String target, String paths)
      throws IOException {
    for (Path file : List.of(lines(3), table(3))) {
      assertThatThrownBy(() -> read(file, fields))
          .isInstanceOf(SieveException.class)
          .hasMessageStartingWith(
              "page.fields (--fields) reads "
                  + target
                  + " from '"
                  + paths
                  + "', which none of the 3 events of "
                  + file
                  + " has; they have page_url, text, meta")
          .hasMessageContaining("doc");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "url=page_url, https://a.example/0",
    "url=meta.source, https://b.example/",
    "url=doc.at, https://c.example/",
    "url=flat.name, https://d.example/",
    "'url=nowhere,url=meta.source', https://b.example/",
  })
  void shouldReadWhatIsThere(String fields, String url) throws IOException, InputException {
    for (Path file : List.of(lines(3), table(3))) {
      List<InputPage> pages = read(file, fields);
      assertThat(pages).hasSize(3);
      assertThat(new String(pages.get(0).key(), UTF_8)).isEqualTo(url);
    }
  }

  /** A column is there even if no row has a value in it. */
  @Test
  void shouldTakeAColumnWithoutValues() throws IOException, InputException {
    assertThat(read(table(3), "url=page_url,title=empty")).hasSize(3);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 900})
  void shouldNumberEventsWithoutAnAddressIfOthersHaveOne(int without)
      throws IOException, InputException {
    Path file = dir.resolve("some.jsonl");
    Files.writeString(file, "{\"text\":\"A\"}\n".repeat(without) + LINE.formatted(7) + "\n");
    List<InputPage> pages = read(file, "url=page_url");
    assertThat(pages).hasSize(without + 1);
    assertThat(new String(pages.get(0).key(), UTF_8)).isEqualTo("http://localhost/some.jsonl/1");
    assertThat(new String(pages.get(without).key(), UTF_8)).isEqualTo("https://a.example/7");
  }

  /** Whatever comes after many events without an address is not looked at. */
  @Test
  void shouldNotHoldAllEvents() throws IOException {
    Path file = dir.resolve("some.jsonl");
    Files.writeString(file, "{\"text\":\"A\"}\n".repeat(5_000) + LINE.formatted(7) + "\n");
    assertThatThrownBy(() -> read(file, "url=page_url"))
        .hasMessageContaining("none of the first 1000 events");
  }

  /** A field that others than the address are read from may be rare. */
  @Test
  void shouldTakeARareField() throws IOException, InputException {
    Path file = dir.resolve("some.jsonl");
    Files.writeString(file, (LINE.formatted(7) + "\n").repeat(1_500) + "{\"name\":\"T\"}\n");
    assertThat(read(file, "url=page_url,title=name")).hasSize(1_501);
  }
}
