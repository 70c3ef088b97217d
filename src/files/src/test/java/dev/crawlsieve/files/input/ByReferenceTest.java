package dev.crawlsieve.files.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.crawlsieve.core.config.PageFields;
import dev.crawlsieve.core.page.ReferredBody;
import dev.crawlsieve.files.bodies.Archives;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Events that refer to records: each must lead to exactly what an event with the body holds. */
final class ByReferenceTest {

  private static final int MAX_BYTES = 100_000;

  @TempDir Path folder;
  private long damaged;
  private Map<String, Long> skipped;

  private List<InputPage> read(References references, Path... inputs) throws InputException {
    List<InputPage> pages = new ArrayList<>();
    List<InputGroup> group = List.of(new InputGroup(List.of(inputs), null, references, false));
    try (PageInputs opened = PageInputs.of(group, MAX_BYTES, 250, PageFields.OWN)) {
      for (InputPage page = opened.next(); page != null; page = opened.next()) {
        pages.add(page);
      }
      damaged = opened.damages().count();
      skipped = opened.skipped();
    }
    return pages;
  }

  private static JsonNode json(InputPage page) throws IOException {
    assertThat(page.defect()).isNull();
    return new ObjectMapper().readTree(page.value());
  }

  private static List<byte[]> records() {
    byte[] words = "words and words ".repeat(3_000).getBytes(UTF_8);
    return List.of(
        Archives.record("warcinfo", "", "software: test".getBytes(UTF_8)),
        Archives.response("http://w.example/1", "text/html", "<p>Grüße".getBytes(UTF_8)),
        Archives.record("request", "http://w.example/2", "GET".getBytes(UTF_8)),
        Archives.response("http://w.example/2", "text/html", "<p>Grüße".getBytes(ISO_8859_1)),
        Archives.response("http://w.example/3", "text/plain; charset=x", words),
        Archives.response("http://w.example/4", "image/png", new byte[] {0, 1, 2}),
        Archives.record("resource", "http://w.example/5", words),
        Archives.record("conversion", "http://w.example/6", words),
        Archives.record(
            "response",
            "http://w.example/7",
            Archives.http(
                "HTTP/1.1 404 No\r\nContent-Type: text/html\r\nContent-Encoding: gzip",
                Archives.gzip("<p>not here".getBytes(UTF_8)))),
        Archives.response("http://w.example/8", "text/html", new byte[0]));
  }

  private Path write(String name, List<byte[]> members) throws IOException {
    Files.createDirectories(folder.resolve(name).getParent());
    return Files.write(folder.resolve(name), Archives.joined(members.toArray(byte[][]::new)));
  }

  private static ReferredRecord follow(Path file, JsonNode event) throws IOException {
    JsonNode ref = event.get("bodyRef");
    assertThat(ref.get("uri").asText()).isEqualTo(file.toUri().toString());
    int offset = ref.get("offset").intValue();
    byte[] stored =
        Arrays.copyOfRange(Files.readAllBytes(file), offset, offset + ref.get("length").intValue());
    return ReferredRecord.read(stored, MAX_BYTES);
  }

  @Test
  void shouldLeadToWhatAnEventWithTheBodyHolds() throws Exception {
    List<Path> files =
        List.of(
            write("members.warc.gz", records().stream().map(Archives::gzip).toList()),
            write("plain.warc", records()));
    for (Path file : files) {
      List<InputPage> held =
          read(null, file).stream()
              .filter(page -> !new String(page.key(), UTF_8).endsWith("/6"))
              .toList();
      List<InputPage> referring = read(new References(null), file);
      assertThat(skipped)
          .containsOnly(
              Map.entry("warcinfo record", 1L),
              Map.entry("request record", 1L),
              Map.entry("conversion record", 1L));
      assertThat(damaged).isZero();
      assertThat(referring).hasSize(7).hasSameSizeAs(held);
      for (int i = 0; i < held.size(); i++) {
        assertThat(referring.get(i).key()).isEqualTo(held.get(i).key());
        same(json(held.get(i)), json(referring.get(i)), file);
      }
    }
  }

  private static void same(JsonNode held, JsonNode referring, Path file) throws IOException {
    ReferredRecord record = follow(file, referring);
    ReferredBody page = record.page();
    assertThat(record.url()).isEqualTo(held.get("url").asText());
    assertThat(referring.get("url")).isEqualTo(held.get("url"));
    assertThat(referring.get("status")).isEqualTo(held.get("status"));
    assertThat(referring.get("contentType")).isEqualTo(held.get("contentType"));
    assertThat(referring.get("fetchTime")).isEqualTo(held.get("fetchTime"));
    assertThat(referring.has("headers")).isFalse();
    assertThat(page.status()).isEqualTo(held.path("status").asText());
    assertThat(page.contentType()).isEqualTo(held.get("contentType").asText());
    switch (page.form()) {
      case HTML -> assertThat(new String(page.body(), UTF_8)).isEqualTo(held.get("html").asText());
      case TEXT -> assertThat(new String(page.body(), UTF_8)).isEqualTo(held.get("text").asText());
      default -> assertThat(page.body()).isEqualTo(held.get("bodyBase64").binaryValue());
    }
  }

  @Test
  void shouldReferToArcRecords() throws Exception {
    String http = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>arc";
    String version = "1 0 Test\nURL IP-address Archive-date Content-type Archive-length\n";
    String head =
        "filedesc://a.arc 0.0.0.0 20240203040506 text/plain " + version.length() + "\n" + version;
    String record =
        "http://w.example/1 1.2.3.4 20240203040506 text/html " + http.length() + "\n" + http + "\n";
    byte[] member = Archives.gzip(record.getBytes(UTF_8));
    byte[] undated = Archives.gzip(record.replace("20240203040506", "Feb").getBytes(UTF_8));
    byte[] first = Archives.gzip((head + "\n").getBytes(UTF_8));
    Path file = write("a.arc.gz", List.of(first, member, undated, member));
    List<InputPage> pages = read(new References(null), file);
    assertThat(pages).hasSize(3);
    for (InputPage page : pages) {
      assertThat(follow(file, json(page)).page().body()).isEqualTo("<p>arc".getBytes(UTF_8));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-16 units", "one too few", "LF in the headers", "a zero behind"})
  void shouldReferToRecordsWhoseLengthIsCountedInAnotherWay(String how) throws Exception {
    List<byte[]> plain =
        List.of(DamagedArchiveTest.counted(1, how), DamagedArchiveTest.counted(2, how));
    for (Path file :
        List.of(
            write("a.warc", plain),
            write("a.warc.gz", plain.stream().map(Archives::gzip).toList()))) {
      List<InputPage> held = read(null, file);
      List<InputPage> referring = read(new References(null), file);
      assertThat(referring).hasSize(2).hasSameSizeAs(held);
      for (int i = 0; i < held.size(); i++) {
        same(json(held.get(i)), json(referring.get(i)), file);
      }
    }
  }

  @Test
  void shouldNotReferToRecordsThatShareAMember() throws Exception {
    byte[] one = Archives.response("http://w.example/1", "text/html", "<p>1".getBytes(UTF_8));
    Path whole = write("whole.warc.gz", List.of(Archives.gzip(Archives.joined(one, one, one))));
    List<InputPage> pages = read(new References(null), whole);
    assertThat(pages)
        .hasSize(3)
        .allSatisfy(page -> assertThat(page.defect()).contains("holds more than this record"));
    assertThat(damaged).isEqualTo(3);

    Path mixed =
        write(
            "mixed.warc.gz",
            List.of(
                Archives.gzip(one), Archives.gzip(Archives.joined(one, one)), Archives.gzip(one)));
    List<InputPage> some = read(new References(null), mixed);
    assertThat(some)
        .extracting(page -> page.defect() == null)
        .containsExactly(true, false, false, true);
    assertThat(follow(mixed, json(some.get(0))).url()).isEqualTo("http://w.example/1");
    assertThat(follow(mixed, json(some.get(3))).url()).isEqualTo("http://w.example/1");
  }

  @Test
  void shouldReferToAllThatIsWholeInADamagedArchive() throws Exception {
    byte[] one = Archives.gzip(Archives.response("http://w.example/1", "", "<p>1".getBytes(UTF_8)));
    byte[] cut = Arrays.copyOf(one, one.length / 2);
    byte[] noise = "no member".repeat(20).getBytes(UTF_8);
    Path file = write("damaged.warc.gz", List.of(one, noise, one, one, cut));
    List<InputPage> pages = read(new References(null), file);
    assertThat(damaged).isPositive();
    List<InputPage> whole = pages.stream().filter(page -> page.defect() == null).toList();
    assertThat(whole).hasSize(3);
    for (InputPage page : whole) {
      assertThat(follow(file, json(page)).page().body()).isEqualTo("<p>1".getBytes(UTF_8));
    }
  }

  @Test
  void shouldNameArchivesBelowAPrefix() throws Exception {
    List<byte[]> one =
        List.of(Archives.gzip(Archives.response("http://w.example/1", "", new byte[2])));
    Path file = write("crawl/2024/a b%é.warc.gz", one);
    write("crawl/b.warc.gz", one);
    write("crawl/page.html", List.of("<p>no archive".getBytes(UTF_8)));
    References store = new References("https://store.example/x/");
    assertThat(uris(read(store, file)))
        .containsExactly("https://store.example/x/a%20b%25%C3%A9.warc.gz");
    assertThat(uris(read(new References("https://store.example/x"), folder.resolve("crawl"))))
        .containsExactly(
            "https://store.example/x/2024/a%20b%25%C3%A9.warc.gz",
            "https://store.example/x/b.warc.gz");
    assertThat(skipped).containsEntry("file that is not an archive", 1L);
    Path below = folder.resolve("crawl/2024/../2024/a b%é.warc.gz");
    assertThat(uris(read(new References(null), below))).containsExactly(file.toUri().toString());
  }

  private static List<String> uris(List<InputPage> pages) throws IOException {
    List<String> uris = new ArrayList<>();
    for (InputPage page : pages) {
      uris.add(json(page).at("/bodyRef/uri").asText());
    }
    return uris;
  }

  @Test
  void shouldRefuseInputsWithoutRecords() throws Exception {
    Path lines = Files.writeString(folder.resolve("a.jsonl"), "{}");
    Path page = Files.writeString(folder.resolve("a.html"), "<p>");
    for (Path input : List.of(lines, page, Path.of("-"))) {
      assertThatThrownBy(() -> read(new References(null), input))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("cannot be produced by reference: it must be a WARC or ARC file");
    }
  }
}
