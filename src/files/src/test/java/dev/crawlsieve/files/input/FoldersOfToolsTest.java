package dev.crawlsieve.files.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.crawlsieve.core.config.PageFields;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Folders and files as tools leave them. */
class FoldersOfToolsTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String HTML = "<title>T</title><p>Some words of a page";

  @TempDir Path dir;

  private Map<String, Long> skipped = Map.of();

  /** Of the site that src/lab/src/tools/site.py serves. */
  private static final String SITE = "http://127.0.0.1:8173";

  private List<JsonNode> events(Path input) throws Exception {
    List<JsonNode> events = new ArrayList<>();
    InputGroup group = new InputGroup(List.of(input), null);
    try (PageInputs opened =
        PageInputs.of(List.of(group), 1 << 20, Limits.USUAL_INFLATION, PageFields.of(""))) {
      for (InputPage page = opened.next(); page != null; page = opened.next()) {
        assertThat(page.defect()).as(page.origin()).isNull();
        events.add(JSON.readTree(page.value()));
      }
      skipped = opened.skipped();
    }
    return events;
  }

  /** Pages by URL, with their bodies if they are HTML in UTF-8. */
  private Map<String, String> read(String fields, Path... inputs) throws Exception {
    Map<String, String> pages = new TreeMap<>();
    InputGroup group = new InputGroup(List.of(inputs), null);
    try (PageInputs opened =
        PageInputs.of(List.of(group), 1 << 20, Limits.USUAL_INFLATION, PageFields.of(fields))) {
      for (InputPage page = opened.next(); page != null; page = opened.next()) {
        assertThat(page.defect()).as(page.origin()).isNull();
        String url = new String(page.key(), UTF_8);
        JsonNode event = JSON.readTree(page.value());
        String html =
            event.has("bodyBase64")
                ? new String(event.path("bodyBase64").binaryValue(), UTF_8)
                : event.path("html").asText();
        assertThat(pages.put(url, html)).as("a second page of " + url).isNull();
      }
      skipped = opened.skipped();
    }
    return pages;
  }

  private Path file(String name, String content) throws IOException {
    return file(name, content.getBytes(UTF_8));
  }

  private Path file(String name, byte[] content) throws IOException {
    Path file = dir.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.write(file, content);
  }

  private static byte[] zip(String... namesAndContents) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      for (int i = 0; i < namesAndContents.length; i += 2) {
        zip.putNextEntry(new ZipEntry(namesAndContents[i]));
        zip.write(namesAndContents[i + 1].getBytes(UTF_8));
      }
    }
    return out.toByteArray();
  }

  /** Crawlee 3.18: a file for each item, and other files of JSON beside them. */
  @ParameterizedTest
  @ValueSource(strings = {"storage", "storage/datasets/default"})
  void shouldReadTheStorageOfCrawlee(String input) throws Exception {
    for (int i = 1; i < 4; i++) {
      String item = "{\n  \"url\": \"https://a.example/%d\",\n  \"html\": \"%s\"\n}";
      file("storage/datasets/default/00000000" + i + ".json", item.formatted(i, HTML));
    }
    file("storage/datasets/default/__metadata__.json", "{\"id\":\"x\",\"itemCount\":3}");
    file(
        "storage/request_queues/default/0aB.json",
        "{\"id\":\"0aB\",\"url\":\"https://a.example/1\",\"method\":\"GET\",\"retryCount\":0}");
    file("storage/key_value_stores/default/INPUT.json", "{}");
    file("storage/key_value_stores/default/list.json", "[1,2]");
    file("storage/key_value_stores/default/SNAPSHOT.html", HTML);
    Map<String, String> pages = read("", dir.resolve(input));
    assertThat(pages)
        .containsKeys("https://a.example/1", "https://a.example/2", "https://a.example/3")
        .hasSize(input.equals("storage") ? 4 : 3);
    assertThat(pages.get("https://a.example/2")).isEqualTo(HTML);
    assertThat(skipped)
        .containsEntry(".json file without pages", input.equals("storage") ? 4L : 1L);
  }

  @Test
  void shouldReadNamedFieldsOfSuchFiles() throws Exception {
    file("d/1.json", "{\"request\":{\"loadedUrl\":\"https://a.example/1\"},\"body\":\"<p>x\"}");
    file("d/state.json", "{\"request\":{}}");
    assertThat(read("url=request.loadedUrl,html=body", dir.resolve("d")))
        .containsOnlyKeys("https://a.example/1");
    assertThat(skipped).containsEntry(".json file without pages", 1L);
  }

  @Test
  void shouldLeaveOutWhatHttrackKeepsForItself() throws Exception {
    file("m/a.example/index.html", HTML);
    file("m/a.example/notes.txt", "A page of text");
    file("m/hts-log.txt", "HTTrack3.49-4 launched on …");
    file("m/hts-cache/readme.txt", "What's in this folder?");
    file("m/hts-cache/new.txt", "date size flags");
    file("m/hts-cache/doit.log", "-qwC2");
    assertThat(read("", dir.resolve("m")))
        .containsOnlyKeys(
            "http://localhost/m/a.example/index.html", "http://localhost/m/a.example/notes.txt");
    assertThat(skipped).containsEntry("log or cache of HTTrack", 4L);
  }

  /** wget 1.21.3 names pages as their URLs end. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldReadAMirrorOfWgetByWhatItsFilesHold(boolean zipped) throws Exception {
    Map<String, String> pages = new TreeMap<>();
    pages.put("about", "<!DOCTYPE html>\n" + HTML);
    pages.put("about.1", "<!-- saved --><HTML lang=en>" + HTML);
    pages.put("blog/view.php?t=1", "\ufeff\r\n<?xml version='1.0'?><!doctype\nhtml>" + HTML);
    pages.put("blog/view.php@t=2.5", HTML);
    pages.put("blog/index.html?page=2", "<p>Some words");
    pages.put("blog/view.php?t=2.html", "A page by its name");
    Map<String, String> all = new TreeMap<>(pages);
    all.put("style.css?v=1.2", "p { color: red }");
    all.put("style.css?v=1.3", "p { color: blue }");
    all.put("get.php?svg=1", "<?xml version='1.0'?><svg xmlns='http://www.w3.org/2000/svg'/>");
    all.put("get.php?feed=1", "<?xml version='1.0'?><rss version='2.0'></rss>");
    all.put("get.php@json=1", "{\"html\": \"<!doctype html>\"}");
    all.put("Page.vue", "<template><p>Some words</p></template>");
    all.put("v1.2.3", "<!-- no page");
    all.put("LICENSE", "Some words");
    all.put("empty", "");
    Path input = dir.resolve("m");
    if (zipped) {
      String[] entries =
          all.entrySet().stream()
              .flatMap(file -> Stream.of(file.getKey(), file.getValue()))
              .toArray(String[]::new);
      input = file("m.zip", zip(entries));
    } else {
      for (Map.Entry<String, String> file : all.entrySet()) {
        file("m/" + file.getKey(), file.getValue());
      }
    }

    Map<String, String> read = read("", input);

    String base = "http://localhost/" + input.getFileName() + "/";
    assertThat(read.keySet())
        .containsExactlyInAnyOrderElementsOf(
            pages.keySet().stream()
                .map(
                    path -> base + path.replace("?", "%3F").replace("=", "%3D").replace("@", "%40"))
                .toList());
    assertThat(read).containsEntry(base + "about", pages.get("about"));
    assertThat(skipped)
        .isEqualTo(
            Map.of(
                ".css file", 2L, ".php file", 3L, ".vue file", 1L, "file without extension", 3L));
  }

  /** Their rows are those that a log names, not all that are in the files. */
  @ParameterizedTest
  @CsvSource({
    "_delta_log/00000000000000000000.json, Delta Lake, delta_scan('file://TABLE')",
    "_delta_log/_last_checkpoint, Delta Lake, delta_scan('file://TABLE')",
    "metadata/v9.metadata.json, Iceberg, iceberg_scan('TABLE/metadata/v10.metadata.json')",
    ".hoodie/hoodie.properties, Hudi, load(\"TABLE\")",
  })
  void shouldRefuseTablesThatAreMoreThanTheirFiles(String log, String kind, String command)
      throws Exception {
    String page = "{\"url\": \"https://a.example/\", \"html\": \"" + HTML + "\"}";
    file("crawl/pages.jsonl", page);
    file("crawl/tables/t/data/part-0.jsonl", page.replace("a.", "b."));
    Path folder = dir.resolve("crawl");
    assertThat(read("", folder)).hasSize(2);

    file("crawl/tables/t/" + log, "{}");
    file("crawl/tables/t/" + log.replace("v9.", "v10."), "{}");
    Path table = folder.toRealPath().resolve("tables/t");

    for (Path given : List.of(folder, table)) {
      assertThatThrownBy(() -> read("", given))
          .isInstanceOf(InputException.class)
          .hasMessageStartingWith(table + " is a table of " + kind + ", whose files also hold rows")
          .hasMessageContaining(command.replace("TABLE", table.toString()));
    }
    assertThat(read("", table.resolve("data/part-0.jsonl"))).hasSize(1);
    assertThat(read("", table.resolve("data"))).hasSize(1); // a table's files are Parquet
  }

  /** Found: the folder of a partition was read, with the rows that had been replaced. */
  @ParameterizedTest
  @CsvSource({
    "_delta_log/00000000000000000000.json, Delta Lake",
    "metadata/v9.metadata.json, Iceberg",
    ".hoodie/hoodie.properties, Hudi",
  })
  void shouldRefuseFoldersWithinTables(String log, String kind) throws Exception {
    file("t/data/day=1/part-0.parquet", "PAR1");
    file("t/" + log, "{}");
    Path table = dir.resolve("t").toRealPath();

    for (String given : List.of("data", "data/day=1")) {
      assertThatThrownBy(() -> read("", table.resolve(given)))
          .isInstanceOf(InputException.class)
          .hasMessageStartingWith(
              table + " is a table of " + kind + ", whose files also hold rows");
    }
  }

  /** It names entries by their URLs, and has the bodies of HTML alone. */
  @Test
  void shouldReadTheCacheOfHttrackByItsUrls() throws Exception {
    byte[] cache =
        zip(
            "http://a.example/",
            HTML,
            "http://a.example/q?x=1",
            HTML,
            "http://a.example/i.png",
            "");
    assertThat(read("", file("new.zip", cache)))
        .containsOnlyKeys("http://a.example/", "http://a.example/q?x=1");
    assertThat(skipped).containsEntry("URL in the cache of HTTrack without its body", 1L);
  }

  /** Written by HTTrack 3.49-4, of a site of ours: the character set is in the header alone. */
  @Test
  void shouldReadTheHeadersInTheCacheOfHttrack() throws Exception {
    byte[] cache;
    try (InputStream in = getClass().getResourceAsStream("httrack-cache.zip")) {
      cache = in.readAllBytes();
    }
    List<JsonNode> events = events(file("new.zip", cache));
    assertThat(events)
        .extracting(
            event -> event.path("url").asText(),
            event -> event.path("status").asInt(),
            event -> event.path("contentType").asText())
        .containsExactly(
            tuple(SITE + "/pl/header.html", 200, "text/html; charset=ISO-8859-2"),
            tuple(SITE + "/uk/header.html", 200, "text/html; charset=KOI8-U"),
            tuple(SITE + "/en/odd name\u00e9.html", 200, "text/html; charset=utf-8"),
            tuple(SITE + "/en/utf16.html", 200, "text/html"),
            tuple(SITE + "/", 200, "text/html; charset=utf-8"));
    assertThat(new String(events.get(0).path("bodyBase64").binaryValue(), "ISO-8859-2"))
        .contains("<title>3 Ceny i op\u0142aty:</title>");
    assertThat(skipped).containsEntry("URL in the cache of HTTrack without its body", 3L);
  }

  /** As in a zip of a whole mirror, which has the cache in a folder. */
  @Test
  void shouldReadTheCacheOfHttrackInAZip() throws Exception {
    ByteArrayOutputStream mirror = new ByteArrayOutputStream();
    try (ZipOutputStream out = new ZipOutputStream(mirror);
        InputStream in = getClass().getResourceAsStream("httrack-cache.zip")) {
      out.putNextEntry(new ZipEntry("mirror/hts-cache/new.zip"));
      in.transferTo(out);
    }
    assertThat(events(file("mirror.zip", mirror.toByteArray())))
        .extracting(event -> event.path("contentType").asText())
        .contains("text/html; charset=ISO-8859-2")
        .hasSize(5);
  }

  /** The headers are found one after the other: where that fails, pages are read without them. */
  @Test
  void shouldReadTheCacheOfHttrackWithoutHeadersWhereSomethingStandsBefore() throws Exception {
    ByteArrayOutputStream moved = new ByteArrayOutputStream();
    moved.writeBytes(new byte[10]);
    try (InputStream in = getClass().getResourceAsStream("httrack-cache.zip")) {
      in.transferTo(moved);
    }
    assertThat(read("", file("new.zip", moved.toByteArray())))
        .containsKeys(SITE + "/pl/header.html", SITE + "/")
        .hasSize(5);
  }

  /** SingleFile 2.0.83, "compress HTML": a page that unpacks itself. */
  @ParameterizedTest
  @ValueSource(strings = {"<!doctype html><title>T</title><p>Please wait...<script>…</script>", ""})
  void shouldReadThePageInAPackedPage(String loader) throws Exception {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    packed.writeBytes(loader.getBytes(UTF_8));
    packed.writeBytes(zip("manifest.json", "{}", "index.html", HTML, "images/0.png", "PNG"));
    Path file = file("d/saved.html", packed.toByteArray());
    assertThat(read("", file)).containsExactly(Map.entry("http://localhost/saved.html", HTML));
    assertThat(read("", dir.resolve("d"))).containsValue(HTML).hasSize(1);
  }

  /** What SingleFile writes after the zip: more than a zip's comment, which has its own length. */
  @Test
  void shouldReadThePageInAPackedPageThatGoesOnAfterTheZip() throws Exception {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    packed.writeBytes("<!doctype html><p>Please wait...<!--".getBytes(UTF_8));
    packed.writeBytes(zip("index.html", HTML, "manifest.json", "{}"));
    packed.writeBytes("--><sfz-extra-data>AQ==</sfz-extra-data></body></html>".getBytes(UTF_8));
    assertThat(read("", file("saved.html", packed.toByteArray())))
        .containsExactly(Map.entry("http://localhost/saved.html", HTML));
    byte[] inFolder = zip("17900_1/index.html", HTML, "17900_1/frames/0/index.html", "Frame");
    assertThat(read("", file("saved.html", inFolder))).containsValue(HTML).hasSize(1);
    try (InputStream saved =
        FoldersOfToolsTest.class.getResourceAsStream("tools/singlefile.html")) {
      assertThat(read("", file("d/page.html", saved.readAllBytes())).values())
          .singleElement(STRING)
          .contains("港口办公室每天都把每条船的名字和货物写在账本上并且保存多年 (11.5).");
    }
  }

  @Test
  void shouldNameAPackedPageThatHasAPassword() throws Exception {
    byte[] zip = zip("index.html", HTML);
    int directory = new String(zip, ISO_8859_1).indexOf("PK\u0001\u0002");
    zip[6] |= 1;
    zip[directory + 8] |= 1;
    file("d/other.html", HTML);
    Path saved = file("d/saved.html", zip);
    List<String> defects = new ArrayList<>();
    InputGroup group = new InputGroup(List.of(saved.getParent()), null);
    try (PageInputs opened =
        PageInputs.of(List.of(group), 1 << 20, Limits.USUAL_INFLATION, PageFields.of(""))) {
      for (InputPage page = opened.nextOrDamage(); page != null; page = opened.nextOrDamage()) {
        defects.add(String.valueOf(page.defect()));
      }
    }
    assertThat(defects)
        .containsExactly(
            "null", saved + " is a page that was saved with a password: save it without");
  }

  @Test
  void shouldReadOtherPagesThatHoldTheBytesOfAZipAsTheyAre() throws Exception {
    Path noZip = file("a.html", HTML + "PK\u0005\u0006 and so on, as in this page about zips");
    assertThat(read("", noZip).values()).allMatch(html -> html.startsWith(HTML));
    ByteArrayOutputStream other = new ByteArrayOutputStream();
    other.writeBytes(HTML.getBytes(UTF_8));
    other.writeBytes(zip("data.txt", "x"));
    assertThat(read("", file("b.html", other.toByteArray()))).hasSize(1);
  }

  @Test
  void shouldTellInputsOfOneNameApart() throws Exception {
    Path one = file("v1/docs/index.html", HTML).getParent();
    Path two = file("v2/docs/index.html", HTML).getParent();
    Path three = file("x/v2/docs/index.html", HTML).getParent();
    Path other = file("v1/site/index.html", HTML).getParent();
    assertThat(read("", one, two, other))
        .containsOnlyKeys(
            "http://localhost/v1/docs/index.html",
            "http://localhost/v2/docs/index.html",
            "http://localhost/site/index.html");
    String above = dir.getFileName().toString();
    assertThat(read("", one, two, three))
        .containsOnlyKeys(
            "http://localhost/v1/docs/index.html",
            "http://localhost/" + above + "/v2/docs/index.html",
            "http://localhost/x/v2/docs/index.html");
    assertThat(read("", file("a/p.html", HTML), file("b/p.html", HTML)))
        .containsOnlyKeys("http://localhost/a/p.html", "http://localhost/b/p.html");
    assertThat(read("", file("a/z.zip", zip("p.html", HTML)), file("b/z.zip", zip("p.html", HTML))))
        .containsOnlyKeys("http://localhost/a/z.zip/p.html", "http://localhost/b/z.zip/p.html");
  }

  /** Rows without a URL are addressed by their files' names and numbers. */
  @Test
  void shouldTellFilesOfRowsInOneFolderApart() throws Exception {
    String row = "{\"id\":\"1\",\"text\":\"A\"}\n";
    file("c/en/part-0.jsonl", row);
    file("c/de/part-0.jsonl", row);
    file("c/part-1.jsonl", row);
    assertThat(read("", dir.resolve("c")))
        .containsOnlyKeys(
            "http://localhost/en/part-0.jsonl/1",
            "http://localhost/de/part-0.jsonl/1",
            "http://localhost/part-1.jsonl/1");
  }

  /** The same input twice is read twice, as copies of itself. */
  @Test
  void shouldNotRenameAnInputThatIsGivenTwice() {
    List<Path> twice = List.of(dir.resolve("a"), dir.resolve("b/../a"));
    assertThat(InputNames.of(twice)).isEmpty();
    assertThat(InputNames.of(List.of(dir.resolve("a.jsonl"), dir.resolve("a.jsonl.gz"))).values())
        .hasSize(2);
    assertThat(InputNames.of(new ArrayList<>())).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "2026-01-31Z, 2026-01-31T00:00:00Z",
    "2026-01-31T12:00:00+02:00Z, 2026-01-31T10:00:00Z",
  })
  void shouldReadTheDatesOfWarcio(String date, String time) throws Exception {
    Path warc = file("a.warc", warc(date));
    assertThat(times(warc)).containsExactly(time);
    assertThat(skipped).isEmpty();
  }

  @Test
  void shouldSayThatADateIsNone() throws Exception {
    assertThat(times(file("a.warc", warc("yesterday")))).containsExactly("");
    assertThat(skipped).containsEntry("WARC-Date that is not a time (record read)", 1L);
  }

  private List<String> times(Path file) throws Exception {
    List<String> times = new ArrayList<>();
    try (PageInputs inputs = PageInputs.open(List.of(file), 1 << 20)) {
      for (InputPage page = inputs.next(); page != null; page = inputs.next()) {
        times.add(JSON.readTree(page.value()).path("fetchTime").asText());
      }
      skipped = inputs.skipped();
    }
    return times;
  }

  private static String warc(String date) {
    String http = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + HTML;
    return "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/\r\nWARC-Date: "
        + date
        + "\r\nContent-Length: "
        + http.length()
        + "\r\n\r\n"
        + http
        + "\r\n\r\n";
  }
}
