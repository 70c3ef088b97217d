package dev.crawlsieve.files.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import dev.crawlsieve.core.config.PageFields;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ArchiveKindsTest {

  private static final int MAX_BYTES = 100_000;

  @TempDir Path folder;

  private Map<String, Long> skipped;
  private long damaged;

  private static byte[] page(String name) throws IOException {
    return page(name, "", ("<p>" + name).getBytes(UTF_8));
  }

  private static byte[] page(String name, String header, byte[] body) throws IOException {
    ByteArrayOutputStream http = new ByteArrayOutputStream();
    http.writeBytes(
        ("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n" + header + "\r\n").getBytes(UTF_8));
    http.writeBytes(body);
    return WarcPagesTest.record(
        "response", "http://k.example/" + name, "application/http", http.toByteArray());
  }

  private List<InputPage> read(Path file) throws InputException {
    return read(file, Limits.USUAL_INFLATION);
  }

  private List<InputPage> read(Path file, int maxInflation) throws InputException {
    List<InputPage> pages = new ArrayList<>();
    try (PageInputs inputs =
        PageInputs.of(PageInputsTest.group(file), MAX_BYTES, maxInflation, PageFields.OWN)) {
      for (InputPage page = inputs.next(); page != null; page = inputs.next()) {
        pages.add(page);
      }
      skipped = inputs.skipped();
      damaged = inputs.damages().count();
      assertThat(inputs.bytesRead()).isEqualTo(inputs.bytesTotal());
    }
    return pages;
  }

  private static List<String> names(List<InputPage> pages) {
    return pages.stream()
        .map(page -> page.defect() == null ? new String(page.key(), UTF_8).substring(17) : "bad")
        .toList();
  }

  private Path wacz(boolean stored, Map<String, byte[]> entries) throws IOException {
    Path file = folder.resolve("site.wacz");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        ZipEntry header = new ZipEntry(entry.getKey());
        if (stored) {
          CRC32 crc = new CRC32();
          crc.update(entry.getValue());
          header.setMethod(ZipEntry.STORED);
          header.setSize(entry.getValue().length);
          header.setCrc(crc.getValue());
        }
        zip.putNextEntry(header);
        zip.write(entry.getValue());
        zip.closeEntry();
      }
    }
    return file;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldReadTheArchivesOfAWacz(boolean stored) throws Exception {
    Map<String, byte[]> entries = new LinkedHashMap<>();
    entries.put("archive/data.warc.gz", PageInputsTest.gzip(page("1")));
    entries.put("archive/bad.warc.gz", new byte[] {0x1f, (byte) 0x8b, 0});
    entries.put("archive/more.warc", page("2"));
    entries.put("indexes/index.cdx", "com,example".getBytes(UTF_8));
    entries.put("pages/pages.jsonl", "{\"url\":\"http://k.example/1\"}".getBytes(UTF_8));
    entries.put("datapackage.json", "{}".getBytes(UTF_8));
    Path file = wacz(stored, entries);

    List<InputPage> pages = read(file);

    assertThat(names(pages)).containsExactly("1", "bad", "2");
    assertThat(pages.get(0).origin()).isEqualTo(file + "!/archive/data.warc.gz#1");
    assertThat(pages.get(1).origin()).startsWith(file + "!/archive/bad.warc.gz");
    assertThat(damaged).isEqualTo(1);
    assertThat(skipped).as("every WACZ has these").isEmpty();
  }

  @Test
  void shouldReadTheArchivesOfAWaczWhereverTheyAre() throws Exception {
    String arc = "http://k.example/2 10.0.0.1 20090203040506 text/html ";
    String http = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>arc";
    Map<String, byte[]> entries = new LinkedHashMap<>();
    entries.put("crawl/archive/data.warc.gz", PageInputsTest.gzip(page("1")));
    entries.put("__MACOSX/crawl/archive/._data.warc.gz", new byte[] {0, 5, 22, 7});
    entries.put(
        "crawl/old.arc.gz",
        PageInputsTest.gzip((arc + http.length() + "\n" + http + "\n").getBytes(UTF_8)));
    entries.put("texts.WET", page("3"));
    entries.put("crawl/pages/pages.jsonl", "{\"url\":\"http://k.example/1\"}".getBytes(UTF_8));
    entries.put("crawl/indexes/index.cdx.gz", PageInputsTest.gzip("x".getBytes(UTF_8)));

    assertThat(names(read(wacz(true, entries)))).containsExactly("1", "2", "3");
    assertThat(skipped).isEqualTo(Map.of("WACZ file that is not an archive", 1L));
    assertThat(damaged).isZero();
  }

  @Test
  void shouldReadTheZipsInAZip() throws Exception {
    byte[] wacz = Files.readAllBytes(wacz(true, Map.of("archive/data.warc", page("w"))));
    Map<String, byte[]> inner = new LinkedHashMap<>();
    inner.put("b/c d.html", "<p>b".getBytes(UTF_8));
    inner.put("w.wacz", wacz);
    byte[] two = Files.readAllBytes(wacz(false, inner));
    Map<String, byte[]> entries = new LinkedHashMap<>();
    entries.put("a.html", "<p>a".getBytes(UTF_8));
    entries.put("in/two.zip", two);
    entries.put("two.jar/", new byte[0]);
    entries.put("TWO.JAR", two);
    entries.put("bad.zip", Arrays.copyOf(two, two.length / 2));
    entries.put("three.zip", Files.readAllBytes(wacz(true, Map.of("two.zip", two))));
    entries.put("._two.zip", new byte[] {0, 5});
    Path file = Files.move(wacz(true, entries), folder.resolve("z.zip"));

    List<InputPage> pages = read(file);

    assertThat(pages.stream().filter(page -> page.defect() == null))
        .extracting(page -> new String(page.key(), UTF_8))
        .containsExactly(
            "http://localhost/z.zip/a.html",
            "http://localhost/z.zip/in/two.zip/b/c%20d.html",
            "http://localhost/z.zip/TWO.JAR/b/c%20d.html");
    assertThat(pages.get(3).origin()).startsWith(file + "!/bad.zip");
    assertThat(damaged).isEqualTo(1);
    assertThat(skipped).isEqualTo(Map.of("zip in a zip in a zip", 3L, ".zip file", 1L));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldReadAWaczOfWaczFiles(boolean stored) throws Exception {
    byte[] one = Files.readAllBytes(wacz(true, Map.of("archive/data.warc", page("1"))));
    byte[] two = Files.readAllBytes(wacz(false, Map.of("archive/data.warc", page("2"))));
    byte[] three = Files.readAllBytes(wacz(true, Map.of("two.wacz", two)));
    Map<String, byte[]> entries = new LinkedHashMap<>();
    entries.put("datapackage.json", "{}".getBytes(UTF_8));
    entries.put("one.wacz", one);
    entries.put("bad.wacz", Arrays.copyOf(one, one.length / 2));
    entries.put("archive/two.wacz", two);
    entries.put("three.wacz", three);
    Path file = wacz(stored, entries);

    List<InputPage> pages = read(file);

    assertThat(names(pages)).containsExactly("1", "bad", "2");
    assertThat(pages.get(0).origin()).isEqualTo(file + "!/one.wacz!/archive/data.warc#1");
    assertThat(pages.get(1).defect()).startsWith(file + "!/bad.wacz cannot be read further");
    assertThat(skipped).isEqualTo(Map.of("WACZ in a WACZ that is itself in one", 1L));
  }

  @Test
  void shouldReadTheArchivesAndThePagesOfAZip() throws Exception {
    byte[] inner = Files.readAllBytes(wacz(true, Map.of("archive/a.warc", page("3"))));
    Map<String, byte[]> entries = new LinkedHashMap<>();
    entries.put("crawl/1.warc.gz", PageInputsTest.gzip(page("1")));
    entries.put("crawl/2.html", "<p>2".getBytes(UTF_8));
    entries.put("crawl/3.wacz", inner);
    entries.put("crawl/4.zip", inner);
    entries.put("bad.warc.gz", new byte[] {0x1f, (byte) 0x8b, 0});
    entries.put("5.warc", page("5"));
    entries.put("6.jsonl.gz", new byte[] {0x1f, (byte) 0x8b, 0});
    entries.put("7.json", "{}".getBytes(UTF_8));
    entries.put("8.parquet", "PAR1".getBytes(UTF_8));
    entries.put("._6.jsonl", new byte[] {0, 5});
    Path file = Files.move(wacz(false, entries), folder.resolve("a.zip"));

    assertThat(names(read(file))).containsExactly("1", "a.zip/crawl/2.html", "3", "3", "bad", "5");
    assertThat(skipped)
        .isEqualTo(
            Map.of(
                ".gz file (JSONL in a zip is not read: unpack it)", 1L,
                ".json file (JSON in a zip is not read: unpack it)", 1L,
                ".parquet file (Parquet in a zip is not read: unpack it)", 1L,
                ".jsonl file", 1L));
    assertThat(damaged).isEqualTo(1);
  }

  @Test
  void shouldShowWhatIsInAnArchiveInPlaceOfRecords() throws Exception {
    Path file = folder.resolve("a.warc");
    Files.writeString(file, "<title>404</title>\n<p>This page has moved to another place");

    assertThat(read(file).get(0).defect())
        .endsWith("no record starts here, but '<title>404</title>\\u000a<p>This page '");
  }

  @Test
  void shouldReadAZipWhoseNamesAreInTheCodePageOfMsDos() throws Exception {
    ByteArrayOutputStream inner = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(inner, ZipPages.CODE_PAGE)) {
      zip.putNextEntry(new ZipEntry("größe.html"));
      zip.write("<p>2".getBytes(UTF_8));
    }
    Path file = folder.resolve("dos.zip");
    try (ZipOutputStream zip =
        new ZipOutputStream(Files.newOutputStream(file), ZipPages.CODE_PAGE)) {
      zip.putNextEntry(new ZipEntry("café/été.html"));
      zip.write("<p>1".getBytes(UTF_8));
      zip.putNextEntry(new ZipEntry("inner.zip"));
      zip.write(inner.toByteArray());
    }

    assertThat(names(read(file)))
        .containsExactly(
            "dos.zip/caf%C3%A9/%C3%A9t%C3%A9.html", "dos.zip/inner.zip/gr%C3%B6%C3%9Fe.html");
  }

  /** Java refuses all of a zip for one entry that it cannot read. */
  @Test
  void shouldSayWhatToDoWithAZipThatJavaDoesNotRead() throws Exception {
    Path file = Files.move(wacz(false, Map.of("a.html", page("1"))), folder.resolve("b.zip"));
    byte[] zip = Files.readAllBytes(file);
    int directory = new String(zip, ISO_8859_1).indexOf("PK\001\002");
    zip[directory + 10] = 12; // compressed with bzip2
    Files.write(file, zip);

    assertThatThrownBy(() -> read(file))
        .hasMessageContaining("bad compression method: 12")
        .hasMessageEndingWith("; if another program can unpack it, name the folder");
  }

  @Tag("slow")
  @Test
  void shouldBreakOffAtAWaczOfWaczFilesThatGrowsTooMuch() throws Exception {
    Path inner = wacz(true, Map.of("archive/a.warc", new byte[100 << 20]));
    Path file = wacz(false, Map.of("a.wacz", Files.readAllBytes(inner)));

    List<InputPage> pages = read(file);

    assertThat(pages).hasSize(1);
    assertThat(pages.get(0).defect())
        .contains("site.wacz!/a.wacz cannot be read further")
        .contains("times their size: decompress it first");
  }

  @Tag("slow")
  @Test
  void shouldBreakOffAtAWaczThatGrowsTooMuchInAllItsLayers() throws Exception {
    Path file = wacz(false, Map.of("archive/a.warc.gz", PageInputsTest.gzip(new byte[200 << 20])));

    List<InputPage> pages = read(file);

    assertThat(pages).hasSize(1);
    assertThat(pages.get(0).defect())
        .contains("site.wacz!/archive/a.warc.gz cannot be read further")
        .contains("times their size: decompress it first");
  }

  @Test
  void shouldReadAFolderOfArchivesAndPages() throws Exception {
    Path crawl = Files.createDirectories(folder.resolve("crawl/2024")).getParent();
    Files.write(crawl.resolve("2024/b.warc.gz"), PageInputsTest.gzip(page("b")));
    Files.write(crawl.resolve("2024/a.warc"), page("a"));
    Files.write(crawl.resolve("bad.warc.gz"), new byte[] {0x1f, (byte) 0x8b, 1});
    Files.write(crawl.resolve("c.WARC.ZST"), Zstd.compress(page("c")));
    Files.writeString(crawl.resolve("d.jsonl"), "{\"url\":\"http://k.example/d\",\"text\":\"\"}\n");
    Files.move(wacz(true, Map.of("archive/e.warc", page("e"))), crawl.resolve("e.wacz"));
    Files.writeString(crawl.resolve("f.html"), "<p>f");
    Files.writeString(crawl.resolve("index.cdx"), "x");

    List<InputPage> pages = read(crawl);

    assertThat(names(pages)).containsExactly("a", "b", "bad", "c", "d", "e", "crawl/f.html");
    assertThat(pages.get(0).origin()).isEqualTo(crawl.resolve("2024/a.warc") + "#1");
    assertThat(damaged).isEqualTo(1);
    assertThat(skipped).isEqualTo(Map.of(".cdx file", 1L));
  }

  /**
   * The dictionary is before the records, compressed or not, in a frame that other decoders skip.
   */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldReadZstdWithADictionary(boolean compressed) throws Exception {
    byte[] dictionary = page("the dictionary").clone();
    byte[] kept = compressed ? Zstd.compress(dictionary) : dictionary;
    ByteArrayOutputStream archive = new ByteArrayOutputStream();
    archive.writeBytes(
        ByteBuffer.allocate(8)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(0x184D2A5D)
            .putInt(kept.length)
            .array());
    archive.writeBytes(kept);
    for (int i = 0; i < 3; i++) {
      try (ZstdCompressCtx context = new ZstdCompressCtx()) {
        context.loadDict(dictionary);
        archive.writeBytes(context.compress(page("" + i)));
      }
    }

    assertThat(names(read(Files.write(folder.resolve("a.warc.zst"), archive.toByteArray()))))
        .containsExactly("0", "1", "2");
  }

  /** pzstd writes one before every frame; others keep indexes or checksums in them. */
  @ParameterizedTest
  @CsvSource({"0, 4", "0, 5000", "14, 1", "15, 0"})
  void shouldReadZstdBehindFramesThatDecodersSkip(int kind, int length) throws Exception {
    byte[] skippable =
        ByteBuffer.allocate(8 + length)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(0x184d2a50 + kind)
            .putInt(length)
            .array();
    ByteArrayOutputStream archive = new ByteArrayOutputStream();
    for (String name : List.of("1", "2")) {
      archive.write(skippable);
      archive.write(skippable);
      archive.write(Zstd.compress(page(name)));
    }
    archive.write(skippable);

    assertThat(names(read(Files.write(folder.resolve("a.warc.zst"), archive.toByteArray()))))
        .containsExactly("1", "2");
    assertThat(damaged).isZero();
  }

  @ParameterizedTest
  @CsvSource({"bzip2, 425a6839314159", "xz, fd377a585a0000", "lz4, 04224d18644000"})
  void shouldSayWhatToDoWithOtherCompressions(String name, String magic) throws Exception {
    byte[] content = HexFormat.of().parseHex(magic);
    Path file = Files.write(folder.resolve("a.warc." + name), content);
    String advice =
        " is compressed with "
            + name
            + ", which is not supported: unpack it, or pipe the output of '"
            + name
            + " -dc' into the command, with - as INPUT";

    assertThatThrownBy(() -> read(file))
        .isInstanceOf(InputException.class)
        .hasMessage(file + advice);
    assertThatThrownBy(() -> standardInput(content))
        .isInstanceOf(InputException.class)
        .hasMessage("standard input" + advice);
  }

  @Test
  void shouldReadAnythingButAZipFromStandardInput() throws Exception {
    assertThat(names(standardInput(page("1")))).containsExactly("1");
    assertThat(names(standardInput(PageInputsTest.gzip(page("1"))))).containsExactly("1");
    assertThat(names(standardInput(Zstd.compress(page("1"))))).containsExactly("1");
    assertThat(standardInput("{}\n{}".getBytes(UTF_8))).hasSize(2);
    assertThat(new String(standardInput("<p>x".getBytes(UTF_8)).get(0).key(), UTF_8))
        .isEqualTo("http://localhost/stdin");
    assertThatThrownBy(() -> standardInput("PK\u0003\u0004".getBytes(UTF_8)))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("write it to a file and name the file");
  }

  private static List<InputPage> standardInput(byte[] content) throws InputException {
    List<InputPage> pages = new ArrayList<>();
    try (PageInputs inputs =
        new PageInputs(
            PageInputsTest.STDIN,
            new Limits(MAX_BYTES),
            PageFields.OWN,
            new ByteArrayInputStream(content))) {
      for (InputPage page = inputs.next(); page != null; page = inputs.next()) {
        pages.add(page);
      }
    }
    return pages;
  }

  @Test
  void shouldLeaveOutHeadersThatAreOfTheTransferOnly() throws Exception {
    byte[] body = PageInputsTest.gzip("<p>x".getBytes(UTF_8));
    byte[] record =
        page(
            "1",
            "content-encoding: gzip\r\nTransfer-Encoding: identity\r\nContent-Length: "
                + body.length
                + "\r\nETag: x\r\n",
            body);

    List<InputPage> pages = read(Files.write(folder.resolve("a.warc"), record));

    JsonNode event = new ObjectMapper().readTree(pages.get(0).value());
    assertThat(event.get("html").asText()).isEqualTo("<p>x");
    assertThat(event.get("headers").fieldNames())
        .toIterable()
        .containsExactly("Content-Type", "ETag");
  }
}
