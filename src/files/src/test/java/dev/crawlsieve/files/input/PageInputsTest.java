package dev.crawlsieve.files.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.github.luben.zstd.Zstd;
import dev.crawlsieve.core.config.PageFields;
import dev.crawlsieve.core.config.PageSettings;
import dev.crawlsieve.core.extract.PageReader;
import dev.crawlsieve.core.page.Body;
import dev.crawlsieve.core.page.Page;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PageInputsTest {

  static final List<InputGroup> STDIN = group(Path.of("-"));

  private static final int MAX_BYTES = 100_000;
  private static final String EVENT =
      "{\"url\":\"http://a.example/%d\",\"fetchTime\":\"2024-01-01T01:00:00+01:00\",\"text\":\"x\"}";

  @TempDir Path folder;

  static List<InputGroup> group(Path file) {
    return List.of(new InputGroup(List.of(file), null));
  }

  static byte[] gzip(byte[] plain) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(plain);
    }
    return out.toByteArray();
  }

  private Path file(String name, byte[] content) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.write(file, content);
  }

  private Path file(String name, String content) throws IOException {
    return file(name, content.getBytes(UTF_8));
  }

  private static List<InputPage> read(Path... inputs) throws InputException {
    return read(null, inputs);
  }

  private static List<InputPage> read(String baseUrl, Path... inputs) throws InputException {
    List<InputPage> pages = new ArrayList<>();
    InputGroup group = new InputGroup(List.of(inputs), baseUrl);
    try (PageInputs opened =
        PageInputs.of(List.of(group), MAX_BYTES, Limits.USUAL_INFLATION, PageFields.OWN)) {
      for (InputPage page = opened.next(); page != null; page = opened.next()) {
        pages.add(page);
      }
      assertThat(opened.bytesRead()).isEqualTo(opened.bytesTotal());
      assertThat(opened.next()).isNull();
    }
    return pages;
  }

  private static List<String> values(List<InputPage> pages) {
    return pages.stream().map(page -> new String(page.value(), UTF_8)).toList();
  }

  private static Page parse(InputPage page) throws Exception {
    return PageReader.of(new PageSettings(PageSettings.Format.JSON, MAX_BYTES, Set.of()))
        .read(page.key(), page.value(), name -> null);
  }

  private static String lines(int from, int to) {
    StringBuilder lines = new StringBuilder();
    for (int i = from; i < to; i++) {
      lines.append(EVENT.formatted(i)).append('\n');
    }
    return lines.toString();
  }

  @Test
  void shouldPassLinesOnByteForByte() throws Exception {
    byte[] odd = {'{', ' ', (byte) 0xff, 0, '\r', '\n', '\n', ' ', '\t', '\r', '\n', 'x'};
    Path file = file("a.jsonl", odd);

    List<InputPage> pages = read(file);

    assertThat(pages).hasSize(2);
    assertThat(pages.get(0).value()).isEqualTo(Arrays.copyOf(odd, 5));
    assertThat(pages.get(1).value()).containsExactly('x');
    assertThat(pages).extracting(InputPage::origin).containsExactly(file + ":1", file + ":4");
    assertThat(pages).extracting(InputPage::defect).containsOnlyNulls();
  }

  @Test
  void shouldFindTheKeyOfAnEvent() throws Exception {
    InputPage page = read(file("a.jsonl", lines(0, 1))).get(0);

    assertThat(page.key()).asString(UTF_8).isEqualTo("http://a.example/0");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"html\":\"x\"}",
        "{\"url\":1,\"fetchTime\":\"soon\"}",
        "{\"url\":\"\"}",
        "{\"a\":{\"url\":\"inner\",\"fetchTime\":\"2024-01-01T00:00:00Z\"}}",
        "{\"a\":\"url\",",
        "7",
      })
  void shouldLeaveComplaintsAboutAnEventToItsReader(String event) throws Exception {
    InputPage page = read(file("a.jsonl", event)).get(0);

    boolean isObject = event.endsWith("}");
    assertThat(page.key())
        .isEqualTo(isObject ? "http://localhost/a.jsonl/1".getBytes(UTF_8) : null);
    assertThat(page.value()).asString(UTF_8).isEqualTo(event);
    assertThat(page.defect()).isNull();
  }

  @Test
  void shouldReadCompressedLinesByNameOrByFirstBytes() throws Exception {
    byte[] plain = lines(0, 500).getBytes(UTF_8);
    List<String> expected = lines(0, 500).lines().toList();

    assertThat(values(read(file("a.jsonl.gz", gzip(plain))))).isEqualTo(expected);
    assertThat(values(read(file("a.ndjson.zst", Zstd.compress(plain))))).isEqualTo(expected);
    assertThat(values(read(file("a.json", gzip(plain))))).isEqualTo(expected);
    assertThat(values(read(file("dump", Zstd.compress(plain))))).isEqualTo(expected);
    assertThat(values(read(file("crawl.txt", plain)))).isEqualTo(expected);
  }

  /** Scrapy writes an array; run twice into one file, another one behind it. */
  @ParameterizedTest
  @ValueSource(strings = {"%s,%s,%s", "\ufeff [\n%s,\n%s,\n%s\n]\n", "[%s][%s,%s]", "[[%s],%s,%s"})
  void shouldReadAnArrayOfEvents(String form) throws Exception {
    List<String> events =
        List.of(
            EVENT.formatted(1),
            "{\"url\":\"http://a.example/2\",\"text\":\"]}\\\"[{,\\\\\",\"a\":[{},[]]}",
            "{ }");
    String array = (form.startsWith("%") ? "[" + form + "]" : form).formatted(events.toArray());

    for (Path file : List.of(file("a.json", array), file("b.jsonl", array), file("c", array))) {
      List<InputPage> pages = read(file);

      assertThat(values(pages)).isEqualTo(events);
      assertThat(pages.get(1).key()).asString(UTF_8).isEqualTo("http://a.example/2");
      assertThat(pages.get(1).origin()).isEqualTo(file + "#2");
    }
  }

  @Test
  void shouldReadEventsThatAreWrittenOverSeveralLines() throws Exception {
    String event = "{\r\n  \"url\": \"http://a.example/1\",\n\t\"text\": \"x\"\n}\n";

    List<InputPage> pages = read(file("a.jsonl", event.repeat(3)));

    assertThat(pages).hasSize(3);
    assertThat(values(pages))
        .containsOnly("{    \"url\": \"http://a.example/1\",  \"text\": \"x\" }");
  }

  @Test
  void shouldReturnAnItemThatIsTooLongAsADefectAndGoOn() throws Exception {
    String large = "{\"url\":\"" + "x".repeat(3 * MAX_BYTES) + "\"}";
    Path file = file("a.json", "[{}," + large + ",7,{}]");

    assertThat(read(file))
        .extracting(InputPage::defect)
        .containsExactly(null, "the item is larger than 100000 bytes (page.max.bytes)", null, null);
  }

  @Test
  void shouldSayThatAnArrayEndsWithinAnItem() throws Exception {
    Path file = file("a.json", "[" + EVENT.formatted(1) + ",{\"url\":\"");
    try (PageInputs inputs = PageInputs.open(List.of(file), MAX_BYTES)) {
      assertThat(inputs.next().defect()).isNull();
      assertThatThrownBy(inputs::next)
          .isInstanceOf(InputException.class)
          .hasMessage(file + " ended early, after 1 page: item 2 of the JSON does not end");
      assertThat(inputs.next()).isNull();
    }
  }

  @Test
  void shouldSayOfJsonThatHoldsNoEventsWhatToDo() throws Exception {
    String list = "{\n \"profile\" : \"multi-wacz-package\",\n \"resources\": []}";
    String unnamed = "{\"resources\":[{\"name\":\"a\",\"path\":\"http://a.example/a.wacz\"}]}";

    assertRefused(file("a.jsonl", "\ufeff{}".getBytes(UTF_16LE)), " is in UTF-16, must be UTF-8");
    assertRefused(file("b.json", "{}".getBytes(UTF_16BE)), " is in UTF-16, must be UTF-8");
    assertRefused(file("d.jsonl", "PK\u0003\u0004"), " is a zip or WACZ, not JSON");
    assertRefused(file("e.json", list), " only lists WACZ files (multi-WACZ): give those files");
    assertRefused(file("f.json", unnamed), " only lists WACZ files (multi-WACZ): give those files");
  }

  private static void assertRefused(Path file, String why) {
    assertThatThrownBy(() -> read(file))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(file + why);
  }

  @Test
  void shouldReadAllMembersOfAGzip() throws Exception {
    ByteArrayOutputStream members = new ByteArrayOutputStream();
    for (int i = 0; i < 3000; i++) {
      members.write(gzip(lines(i, i + 1).getBytes(UTF_8)));
    }

    assertThat(read(file("a.jsonl.gz", members.toByteArray()))).hasSize(3000);
  }

  @Test
  void shouldReturnALineThatIsTooLongAsADefectAndGoOn() throws Exception {
    String longest = "x".repeat(MAX_BYTES);
    String tooLong = "y".repeat(MAX_BYTES + 1);
    String huge = "z".repeat(20 * MAX_BYTES);
    Path file = file("a.jsonl", String.join("\n", longest, tooLong, huge, "end"));

    List<InputPage> pages = read(file);

    assertThat(pages)
        .extracting(InputPage::defect)
        .containsExactly(
            null,
            "the line is larger than 100000 bytes (page.max.bytes)",
            "the line is larger than 100000 bytes (page.max.bytes)",
            null);
    assertThat(pages)
        .extracting(page -> page.value().length)
        .containsExactly(100_000, 65536, 65536, 3);
    assertThat(pages.get(2).value()).containsOnly('z');
  }

  @Test
  @Tag("slow")
  void shouldKeepMemoryBoundedWhateverTheLengthOfALine() throws Exception {
    InputStream gigabytes =
        new InputStream() {
          private long left = 3L << 30;

          @Override
          public int read() {
            return left-- > 0 ? 'x' : -1;
          }

          @Override
          public int read(byte[] target, int from, int length) {
            int n = (int) Math.min(length, left);
            left -= n;
            Arrays.fill(target, from, from + n, (byte) 'x');
            return n == 0 ? -1 : n;
          }
        };

    Limits limits = new Limits(MAX_BYTES);
    JsonLines lines =
        new JsonLines(
            gigabytes,
            null,
            "endless",
            limits,
            new EventKeyReader(limits, PageFields.OWN, false, ""),
            new ReadCounts());

    assertThat(lines.next().defect()).isNotNull();
    assertThat(lines.next()).isNull();
  }

  @Test
  void shouldReturnAllThatATruncatedGzipHoldsAndThenSaySo() throws Exception {
    Random random = new Random(1);
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 2000; i++) {
      lines.append(i).append(':').append(Long.toHexString(random.nextLong())).append('\n');
    }
    byte[] whole = gzip(lines.toString().getBytes(UTF_8));
    Path file = file("cut.jsonl.gz", Arrays.copyOf(whole, whole.length / 2));

    List<InputPage> pages = new ArrayList<>();
    try (PageInputs inputs = PageInputs.open(List.of(file), MAX_BYTES)) {
      assertThatThrownBy(
              () -> {
                while (true) {
                  pages.add(inputs.next());
                }
              })
          .isInstanceOf(InputException.class)
          .hasMessageStartingWith(file + " ended early, after " + pages.size() + " pages: ");
      assertThat(inputs.next()).isNull();
    }
    assertThat(pages).hasSizeBetween(800, 1200);
    assertThat(values(pages)).isEqualTo(lines.toString().lines().limit(pages.size()).toList());
  }

  @Test
  void shouldSayThatATruncatedZstdEndedEarly() throws Exception {
    byte[] whole = Zstd.compress(lines(0, 5000).getBytes(UTF_8));
    Path file = file("cut.jsonl.zst", Arrays.copyOf(whole, whole.length - 10));

    assertThatThrownBy(() -> read(file))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(file + " ended early, after ");
  }

  /** As {@code zstd --long=31} writes it: RFC 8878, section 3.1.1. */
  @Test
  void shouldSayWhatToDoAboutAWindowThatTakesTooMuchMemory() throws Exception {
    byte[] plain = lines(0, 5).getBytes(UTF_8);
    for (int log : new int[] {20, 31}) {
      ByteBuffer frame = ByteBuffer.allocate(9 + plain.length).order(ByteOrder.LITTLE_ENDIAN);
      frame.putInt(0xfd2fb528).put((byte) 0).put((byte) ((log - 10) << 3));
      int lastRawBlock = (plain.length << 3) | 1;
      frame.put((byte) lastRawBlock).put((byte) (lastRawBlock >> 8)).put((byte) 0).put(plain);
      Path file = file(log + ".jsonl.zst", frame.array());
      if (log == 20) {
        assertThat(read(file)).hasSize(5);
      } else {
        assertThatThrownBy(() -> read(file))
            .isInstanceOf(InputException.class)
            .hasMessageContaining(file.toString())
            .hasMessageContaining("'zstd -dc --long=31' into the command, with - as INPUT");
      }
    }
  }

  @Test
  void shouldSayWhereACorruptGzipCannotBeReadFurther() throws Exception {
    byte[] whole = gzip(lines(0, 20_000).getBytes(UTF_8));
    Arrays.fill(whole, whole.length / 2, whole.length / 2 + 200, (byte) 0xff);
    Path file = file("bad.jsonl.gz", whole);

    assertThatThrownBy(() -> read(file))
        .isInstanceOf(InputException.class)
        .hasMessageMatching("(?s).*bad.jsonl.gz cannot be read further, after \\d+ pages?: .*");
  }

  @Test
  void shouldBreakOffAtABombAndNotAtWhatOnlyCompressesWell() throws Exception {
    byte[] line =
        ("{\"url\":\"http://a.example/\",\"text\":\"" + "x".repeat(50_000) + "\"}\n")
            .getBytes(UTF_8);
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    for (int i = 0; i < 1_600; i++) {
      lines.write(line);
    }
    Path file = Files.write(folder.resolve("dense.jsonl.gz"), gzip(lines.toByteArray()));
    long size = Files.size(file);
    int ratio = (int) (lines.size() / size);
    assertThat(ratio).isGreaterThan(Limits.USUAL_INFLATION);
    assertThat(count(file, 2 * ratio)).isEqualTo(1_600);
    assertThatThrownBy(() -> count(file, Limits.USUAL_INFLATION))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("dense.jsonl.gz cannot be read further, after 13")
        .hasMessageContaining("decompress to more than 250 times their size")
        .hasMessageContaining("times their size: decompress it first");
  }

  @Tag("slow")
  @Test
  void shouldBreakOffAtAZipWhoseEntriesAreTooMuchTogether() throws Exception {
    Path file = folder.resolve("bomb.zip");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
      byte[] blanks = new byte[95_000];
      for (int i = 0; i < 800; i++) {
        zip.putNextEntry(new ZipEntry(i + ".html"));
        zip.write(blanks);
        zip.closeEntry();
      }
    }
    assertThat(count(file, 10_000)).isEqualTo(800);
    assertBreaksOff(file, 50, 700, 710);
  }

  /** Nothing is unpacked after the entry with which a zip has grown too large. */
  private static void assertBreaksOff(Path file, int maxInflation, int least, int most)
      throws InputException {
    List<InputPage> pages = new ArrayList<>();
    try (PageInputs inputs = PageInputs.of(group(file), MAX_BYTES, maxInflation, PageFields.OWN)) {
      for (InputPage page = inputs.next(); page != null; page = inputs.next()) {
        pages.add(page);
      }
      assertThat(inputs.damages().count()).isEqualTo(1);
    }
    assertThat(pages).hasSizeBetween(least, most);
    assertThat(pages.get(pages.size() - 1).defect())
        .startsWith(file + "!/")
        .contains("cannot be read further")
        .contains("times their size: decompress it first");
  }

  private static int count(Path file, int maxInflation) throws InputException {
    int pages = 0;
    try (PageInputs inputs = PageInputs.of(group(file), MAX_BYTES, maxInflation, PageFields.OWN)) {
      while (inputs.next() != null) {
        pages++;
      }
    }
    return pages;
  }

  /** As such a file is read alone; but not what a web server keeps beside a page. */
  @Test
  void shouldReadCompressedPagesInAFolder() throws Exception {
    file("site/a.html.gz", gzip("<p>a".getBytes(UTF_8)));
    file("site/b.txt.zst", Zstd.compress("b".getBytes(UTF_8)));
    file("site/c.html", "<p>c");
    file("site/c.html.gz", gzip("<p>c".getBytes(UTF_8)));
    file("site/d.htm.gz", "<p>d");
    file("site/e.css.gz", gzip("e".getBytes(UTF_8)));
    file("site/f.html.gz", Arrays.copyOf(gzip("<p>f".getBytes(UTF_8)), 12));
    file("site/g.html.gz", gzip(new byte[100 << 20]));
    List<InputPage> pages = new ArrayList<>();
    try (PageInputs inputs = PageInputs.open(List.of(folder.resolve("site")), MAX_BYTES)) {
      for (InputPage page = inputs.next(); page != null; page = inputs.next()) {
        pages.add(page);
      }
      assertThat(inputs.skipped())
          .isEqualTo(Map.of(".gz file", 1L, "compressed form of a page beside it", 1L));
    }
    assertThat(pages.stream().filter(page -> page.defect() == null).limit(4))
        .extracting(page -> new String(page.key(), UTF_8))
        .containsExactly(
            "http://localhost/site/a.html",
            "http://localhost/site/b.txt",
            "http://localhost/site/c.html",
            "http://localhost/site/d.htm");
    assertThat(pages.get(0).value()).asString(UTF_8).contains("<p>a");
    assertThat(pages).hasSize(6);
    assertThat(pages.get(4).defect()).isNotNull();
    Path alone = folder.resolve("site/a.html.gz");
    assertThat(read(alone).get(0).value()).asString(UTF_8).contains("<p>a");
  }

  @Test
  void shouldReadAFolderInTheOrderOfItsPaths() throws Exception {
    file("site/b.html", "<p>b");
    file("site/a/ü z.htm", "<p>a");
    file("site/a.txt", "t");
    file("site/c.xhtml", "<p>c".getBytes(ISO_8859_1));
    file("site/style.css", "x");
    file("site/README", "x");
    file("site/a/logo.PNG", "x");

    List<InputPage> pages = new ArrayList<>();
    try (PageInputs inputs = PageInputs.open(List.of(folder.resolve("site")), MAX_BYTES)) {
      for (InputPage page = inputs.next(); page != null; page = inputs.next()) {
        pages.add(page);
      }
      assertThat(inputs.skipped())
          .isEqualTo(Map.of(".css file", 1L, "file without extension", 1L, ".PNG file", 1L));
      assertThat(inputs.bytesTotal()).isEqualTo(13).isEqualTo(inputs.bytesRead());
    }
    assertThat(values(pages))
        .containsExactly(
            "{\"url\":\"http://localhost/site/a.txt\",\"contentType\":\"text/plain\",\"text\":\"t\"}",
            "{\"url\":\"http://localhost/site/a/%C3%BC%20z.htm\",\"contentType\":\"text/html\","
                + "\"html\":\"<p>a\"}",
            "{\"url\":\"http://localhost/site/b.html\",\"contentType\":\"text/html\",\"html\":\"<p>b\"}",
            "{\"url\":\"http://localhost/site/c.xhtml\",\"contentType\":\"application/xhtml+xml\","
                + "\"html\":\"<p>c\"}");
    assertThat(pages.get(0).key()).asString(UTF_8).isEqualTo("http://localhost/site/a.txt");
    assertThat(parse(pages.get(1)).url()).isEqualTo("http://localhost/site/a/%C3%BC%20z.htm");
  }

  @Test
  void shouldReadMarkdownInFoldersInZipsAndByName() throws Exception {
    String text = "---\ntitle: T\n---\n# A";
    List<Path> files =
        List.of(
            file("site/a.md", text),
            file("site/b.Markdown", "<p align=center>\n# A"),
            file("site/c.mdx.gz", gzip("{\"a\": 1}".getBytes(UTF_8))));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      zip.putNextEntry(new ZipEntry("d.md"));
      zip.write(text.getBytes(UTF_8));
      zip.closeEntry();
    }
    List<InputPage> pages = new ArrayList<>(read(folder.resolve("site")));
    pages.addAll(read(file("site.zip", out.toByteArray())));
    for (Path file : files) {
      pages.addAll(read(file));
    }
    assertThat(pages)
        .extracting(page -> parse(page).type().type())
        .hasSize(7)
        .containsOnly("text/markdown");
    assertThat(parse(pages.get(0)).body()).isEqualTo(Body.of(text));
    assertThat(pages.get(3).key()).asString(UTF_8).isEqualTo("http://localhost/site.zip/d.md");
    assertThat(pages.get(6).key()).asString(UTF_8).isEqualTo("http://localhost/c.mdx");
  }

  /** As {@code grep -r} does. */
  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void shouldFollowLinksThatAreNamedAndNoneInAFolder() throws Exception {
    Path site = Files.createDirectories(folder.resolve("site"));
    Path other = Files.createDirectories(folder.resolve("other"));
    Path secret = Files.writeString(other.resolve("secret.html"), "secret");
    Files.writeString(site.resolve("a.html"), "a");
    Files.createSymbolicLink(site.resolve("b.html"), folder.resolve("gone.html"));
    Files.createSymbolicLink(site.resolve("c.warc"), secret);
    Files.createSymbolicLink(site.resolve("d"), other);
    Files.createSymbolicLink(site.resolve("e.html"), Path.of("/dev/zero"));
    Path named = Files.createSymbolicLink(folder.resolve("named"), site);
    try (ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      socket.bind(UnixDomainSocketAddress.of(site.resolve("f.html")));
      for (Path input : List.of(site, named)) {
        try (PageInputs inputs = PageInputs.open(List.of(input), MAX_BYTES)) {
          assertThat(inputs.bytesTotal()).isEqualTo(1);
          assertThat(inputs.next().origin()).isEqualTo(input.resolve("a.html").toString());
          assertThat(inputs.next()).isNull();
          assertThat(inputs.damages().count()).isZero();
          assertThat(inputs.skipped())
              .isEqualTo(Map.of("symbolic link", 4L, "device, FIFO or socket", 1L));
        }
      }
    }
    assertThat(
            values(
                read(
                    site.resolve("a.html"),
                    Files.createSymbolicLink(folder.resolve("s.html"), secret))))
        .hasSize(2)
        .last()
        .asString()
        .contains("secret");
    assertThatThrownBy(() -> read(site.resolve("b.html")))
        .hasMessage(
            site.resolve("b.html") + " cannot be read: it links to a file that does not exist");
    Files.delete(site.resolve("a.html"));
    assertThatThrownBy(() -> read(site))
        .hasMessageContaining("holds no pages")
        .hasMessageEndingWith(". Symbolic links in it are not followed: 4");
    assertThat(PageSequence.why("a.html", 0, new AccessDeniedException("a.html")))
        .isEqualTo("a.html cannot be read: permission denied");
  }

  @Test
  void shouldPutFilesUnderTheBaseUrl() throws Exception {
    file("site/a/b.html", "<p>b");

    assertThat(read("https://x.example/base", folder.resolve("site")))
        .extracting(page -> new String(page.key(), UTF_8))
        .containsExactly("https://x.example/base/a/b.html");
    assertThat(read("https://x.example/", folder.resolve("site/a/b.html")))
        .extracting(page -> new String(page.key(), UTF_8))
        .containsExactly("https://x.example/b.html");
    assertThatThrownBy(() -> read("x.example", folder))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("must begin with http:// or https://");
  }

  @Test
  void shouldKeepTheBytesOfAPageThatIsNotPlainUtf8() throws Exception {
    byte[] latin = "<meta charset=latin1>Grüße".getBytes(ISO_8859_1);
    byte[] japanese = "<meta charset=iso-2022-jp>\u001b$B$\"\u001b(B".getBytes(ISO_8859_1);
    byte[] zero = {'a', 0, 'b'};
    file("site/1.html", latin);
    file("site/2.html", japanese);
    file("site/3.html", zero);
    file("site/4.html", "Grüße");

    List<InputPage> pages = read(folder.resolve("site"));

    assertThat(parse(pages.get(0)).body().bytes()).isEqualTo(latin);
    assertThat(parse(pages.get(1)).body().bytes()).isEqualTo(japanese);
    assertThat(parse(pages.get(2)).body().bytes()).isEqualTo(zero);
    assertThat(parse(pages.get(3)).body()).isEqualTo(Body.of("Grüße"));
  }

  @Test
  void shouldReturnAFileOrEventThatIsTooLargeAsADefect() throws Exception {
    file("site/1.html", "x".repeat(MAX_BYTES + 1));
    file("site/2.html", "\"".repeat(MAX_BYTES - 10));

    assertThat(read(folder.resolve("site/1.html"), folder.resolve("site/2.html")))
        .extracting(InputPage::defect, page -> page.value().length)
        .containsExactly(
            tuple("the body is larger than 100000 bytes (page.max.bytes)", 65536),
            tuple("the page event is larger than 100000 bytes (page.max.bytes)", 65536));
  }

  @Test
  void shouldReadAZipInItsOwnOrder() throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      for (String name :
          List.of("z.html", "dir/", "../../etc/a.html", "x.js", "dir\\w.txt", "bomb.html")) {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(name.startsWith("bomb") ? new byte[50 << 20] : name.getBytes(UTF_8));
        zip.closeEntry();
      }
    }
    Path jar = file("lib 1.jar", out.toByteArray());

    List<InputPage> pages = read(jar);

    assertThat(pages)
        .extracting(page -> new String(page.key(), UTF_8))
        .containsExactly(
            "http://localhost/lib%201.jar/z.html",
            "http://localhost/lib%201.jar/../../etc/a.html",
            "http://localhost/lib%201.jar/dir/w.txt",
            "http://localhost/lib%201.jar/bomb.html");
    assertThat(pages.get(0).origin()).isEqualTo(jar + "!/z.html");
    assertThat(pages.get(3).defect()).startsWith("the body is larger than 100000 bytes");
    assertThat(parse(pages.get(2)).body()).isEqualTo(Body.of("dir\\w.txt"));
  }

  /** The first byte of an entry's data says whether its last block has come. */
  @Test
  void shouldGoOnBehindZipEntriesThatAreDamaged() throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    List<Integer> ends = new ArrayList<>();
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      for (int i = 0; i < 6; i++) {
        zip.setLevel(i == 3 ? 0 : 9);
        zip.putNextEntry(new ZipEntry(i + ".html"));
        zip.write(("<p>page " + i).getBytes(UTF_8));
        zip.closeEntry();
        ends.add(out.size());
      }
    }
    byte[] bytes = out.toByteArray();
    int name = 30 + "0.html".length();
    bytes[ends.get(0) + name] ^= 1; // entry 1 has no last block
    bytes[ends.get(2) + name + 8] ^= 1; // entry 3 has another content
    bytes[ends.get(3)] ^= 1; // entry 4 has no local header

    List<InputPage> pages = new ArrayList<>();
    try (PageInputs inputs = PageInputs.open(List.of(file("a.zip", bytes)), MAX_BYTES)) {
      for (InputPage page = inputs.next(); page != null; page = inputs.next()) {
        pages.add(page);
      }
      assertThat(inputs.damages().count()).isEqualTo(3);
    }

    assertThat(pages)
        .extracting(page -> page.origin().replaceAll(".*!/", "") + " " + (page.defect() == null))
        .containsExactly(
            "0.html true",
            "1.html false",
            "2.html true",
            "3.html false",
            "4.html false",
            "5.html true");
    assertThat(pages.get(1).defect()).startsWith("the entry cannot be unpacked: ");
    assertThat(pages.get(3).defect())
        .isEqualTo("the entry cannot be unpacked: its checksum is wrong");
  }

  /** Entries may share their data, and data may unpack to nothing. */
  @Tag("slow")
  @Test
  void shouldBreakOffAtAZipWhoseEntriesOverlap() throws Exception {
    int blocks = 200_000;
    byte[] name = "a.html".getBytes(UTF_8);
    ByteBuffer zip = ByteBuffer.allocate(30 + 6 + 5 * blocks + 4 * 52 * 400);
    zip.order(ByteOrder.LITTLE_ENDIAN);
    zip.putInt(0x04034b50).putShort((short) 20).putShort((short) 0).putShort((short) 8).putInt(0);
    zip.putInt(0).putInt(5 * blocks).putInt(0).putShort((short) 6).putShort((short) 0).put(name);
    for (int i = 0; i < blocks; i++) {
      boolean last = i == blocks / 20; // what follows is counted as well, and not read
      zip.put((byte) (last ? 1 : 0)).putShort((short) 0).putShort((short) 0xffff);
    }
    int directory = zip.position();
    int entries = 1500;
    for (int i = 0; i < entries; i++) {
      zip.putInt(0x02014b50).putInt(20 | (20 << 16)).putShort((short) 0).putShort((short) 8);
      zip.putInt(0).putInt(0).putInt(5 * blocks).putInt(0).putShort((short) 6);
      zip.putShort((short) 0).putShort((short) 0).putShort((short) 0).putShort((short) 0);
      zip.putInt(0).putInt(0).put(name);
    }
    int end = zip.position();
    zip.putInt(0x06054b50).putInt(0).putShort((short) entries).putShort((short) entries);
    zip.putInt(end - directory).putInt(directory).putShort((short) 0);
    Path file = file("shared.zip", Arrays.copyOf(zip.array(), zip.position()));
    assertBreaksOff(file, 60, 60, 70);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "*.jsonl | b.jsonl",
        "a/*.jsonl | a/1.jsonl a/2.jsonl",
        "*/?.jsonl | a/1.jsonl a/2.jsonl",
        "**.jsonl | a/1.jsonl a/2.jsonl a/c/3.jsonl b.jsonl",
        "a/{2,9}.* | a/2.jsonl",
        "[x].html | [x].html",
        "*.warc | *.warc",
        "[ | [",
        "a | a"
      })
  void shouldFindTheFilesThatAPatternNames(String pattern, String found) throws Exception {
    for (String name : List.of("a/1.jsonl", "a/2.jsonl", "a/c/3.jsonl", "b.jsonl", "[x].html")) {
      file(name, "");
    }
    assertThat(FileNames.named(List.of(folder.resolve(pattern))))
        .extracting(path -> folder.relativize(path).toString())
        .containsExactly(found.split(" "));
    Path none = folder.resolve("*.warc");
    assertThatThrownBy(() -> read(none))
        .isInstanceOf(InputException.class)
        .hasMessage("no file matches " + none);
  }

  @Test
  void shouldTellWhichInputsHaveNoPage() throws Exception {
    Path empty = file("empty.jsonl", "\n");
    Path other = file("other.jsonl", "{}");
    Path zip =
        file(
            "no.zip",
            new byte[] {'P', 'K', 5, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
    List<InputGroup> groups =
        List.of(new InputGroup(List.of(other, empty), null), new InputGroup(List.of(zip), null));
    try (PageInputs inputs =
        PageInputs.of(groups, MAX_BYTES, Limits.USUAL_INFLATION, PageFields.OWN)) {
      while (inputs.next() != null) {
        assertThat(inputs.empty().none()).isTrue();
      }
      assertThat(inputs.empty().first())
          .containsExactly(empty + ": there is no page in it", zip + ": there is no page in it");
    }
  }

  @Test
  void shouldReadSeveralInputsInTheOrderGiven() throws Exception {
    Path b = file("b.jsonl", "b\n");
    Path a = file("a.jsonl", "a\n");
    Path empty = file("empty.jsonl", "");

    assertThat(values(read(b, empty, a, b))).containsExactly("b", "a", "b");
  }

  @Test
  void shouldReadStandardInput() throws Exception {
    InputStream stdin = new ByteArrayInputStream("1\n2".getBytes(UTF_8));
    try (PageInputs inputs = new PageInputs(STDIN, new Limits(MAX_BYTES), PageFields.OWN, stdin)) {
      assertThat(inputs.bytesTotal()).isEqualTo(-1);
      assertThat(inputs.next().origin()).isEqualTo("stdin:1");
      assertThat(inputs.next().value()).containsExactly('2');
      assertThat(inputs.next()).isNull();
      assertThat(inputs.bytesRead()).isEqualTo(3);
    }
  }

  @Test
  void shouldRefuseInputsThatCannotBeReadBeforeReadingAny() throws Exception {
    Path missing = folder.resolve("missing.jsonl");
    file("empty/a.css", "x");

    assertThatThrownBy(() -> read(missing))
        .isInstanceOf(InputException.class)
        .hasMessage(missing + " does not exist");
    assertThatThrownBy(() -> read(folder.resolve("empty")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("it must hold JSONL (also .gz, .zst), JSON, ")
        .hasMessageContaining("holds no pages; it must hold " + FileKind.inFolders() + ", or HTML");
  }

  @Test
  void shouldRefuseAFileOfNoKnownKind() throws Exception {
    Path file = file("picture", new byte[] {(byte) 0x89, 'P', 'N', 'G'});
    Path zip = file("broken.zip", "PK no zip");

    assertThatThrownBy(() -> read(file))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("of no known kind");
    assertThatThrownBy(() -> read(zip))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(zip + " cannot be read further, after 0 pages: ");
  }

  /** One such file ended the whole run. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldSkipAFileWhoseNameIsNotCharacters() throws Exception {
    assumeTrue(Set.of("UTF-8", "US-ASCII").contains(FileNames.charset()));
    file("a.html", "<p>a");
    ProcessBuilder copy = new ProcessBuilder("sh", "-c", "cp a.html \"$(printf 'caf\\351.html')\"");
    assertThat(copy.directory(folder.toFile()).start().waitFor()).isZero();
    try (PageInputs inputs = PageInputs.open(List.of(folder), MAX_BYTES)) {
      assertThat(inputs.next().origin()).endsWith("a.html");
      assertThat(inputs.next()).isNull();
      assertThat(inputs.skipped())
          .containsExactly(Map.entry("file whose name is not " + FileNames.charset(), 1L));
    }
  }
}
