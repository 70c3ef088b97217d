package dev.crawlsieve.files.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import dev.crawlsieve.core.config.PageFields;
import dev.crawlsieve.core.encoding.GzipMembers;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DamagedArchiveTest {

  private static final int MAX_BYTES = 10_000;

  @TempDir Path folder;

  private long damaged;
  private Map<String, Long> skipped;

  private static byte[] page(int number) throws IOException {
    byte[] http =
        ("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>page " + number).getBytes(UTF_8);
    return WarcPagesTest.record(
        "response", "http://w.example/" + number, "application/http;msgtype=response", http);
  }

  private static byte[] join(byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }

  private static byte[] replaced(byte[] record, String from, String to) {
    String text = new String(record, ISO_8859_1);
    assertThat(text).contains(from);
    return text.replace(from, to).getBytes(ISO_8859_1);
  }

  private List<InputPage> read(String name, byte[] content) throws Exception {
    Path file = Files.write(folder.resolve(name), content);
    List<InputPage> pages = new ArrayList<>();
    try (PageInputs inputs = PageInputs.open(List.of(file), MAX_BYTES)) {
      for (InputPage page = inputs.next(); page != null; page = inputs.next()) {
        pages.add(page);
      }
      damaged = inputs.damages().count();
      skipped = inputs.skipped();
      assertThat(inputs.bytesRead()).isEqualTo(content.length);
    }
    assertThat(pages.stream().filter(page -> page.defect() != null)).hasSize((int) damaged);
    return pages;
  }

  /** URLs of pages, "damaged" for unreadable stretches, and "no page" for lines that are none. */
  private static List<String> outline(List<InputPage> pages) {
    return pages.stream()
        .map(
            page ->
                page.defect() != null
                    ? "damaged"
                    : page.key() == null ? "no page" : new String(page.key(), UTF_8))
        .collect(Collectors.toCollection(ArrayList::new));
  }

  private static byte[] damagedRecord(String how) throws IOException {
    byte[] whole = page(2);
    String length = "Content-Length: " + (whole.length - header(whole) - 4);
    return switch (how) {
      case "too short" -> replaced(whole, length, "Content-Length: 20");
      case "a little too long" -> replaced(whole, length, "Content-Length: 90");
      case "too long" -> replaced(whole, length, "Content-Length: 400");
      case "longer than the archive" -> replaced(whole, length, "Content-Length: 9999");
      case "larger than is taken" -> replaced(whole, length, "Content-Length: 900000");
      case "huge" -> replaced(whole, length, "Content-Length: 999999999999999999");
      case "overflowing" -> replaced(whole, length, "Content-Length: 99999999999999999999999");
      case "no number" -> replaced(whole, length, "Content-Length: x");
      case "negative" -> replaced(whole, length, "Content-Length: -5");
      case "no length" -> replaced(whole, length + "\r\n", "");
      case "no type" -> replaced(whole, "WARC-Type: response\r\n", "");
      case "no version" -> replaced(whole, "WARC/1.0", "XARC/1.0");
      case "bad version" -> replaced(whole, "WARC/1.0", "WARC/one");
      case "no empty line" -> replaced(whole, "\r\n\r\nHTTP", "HTTP");
      case "header only" -> Arrays.copyOf(whole, header(whole));
      case "half a header" -> Arrays.copyOf(whole, 31);
      case "noise" -> join(noise(500), "\n".getBytes(UTF_8));
      case "long line" -> ("x".repeat(300_000) + "\n").getBytes(UTF_8);
      default -> throw new IllegalArgumentException(how);
    };
  }

  private static int header(byte[] record) {
    return new String(record, ISO_8859_1).indexOf("\r\n\r\n") + 4;
  }

  private static byte[] noise(int bytes) {
    byte[] noise = new byte[bytes];
    new Random(bytes).nextBytes(noise);
    return noise;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "too short",
        "a little too long",
        "too long",
        "longer than the archive",
        "larger than is taken",
        "huge",
        "overflowing",
        "no number",
        "negative",
        "no length",
        "no type",
        "no version",
        "bad version",
        "no empty line",
        "header only",
        "half a header",
        "noise",
        "long line"
      })
  void shouldGoOnBehindADamagedRecord(String how) throws Exception {
    byte[] bad = damagedRecord(how);
    byte[] plain = join(page(1), bad, page(3), page(4));
    byte[] members =
        join(
            PageInputsTest.gzip(page(1)),
            PageInputsTest.gzip(bad),
            PageInputsTest.gzip(page(3)),
            PageInputsTest.gzip(page(4)));
    List<String> expected =
        List.of("http://w.example/1", "damaged", "http://w.example/3", "http://w.example/4");

    List<InputPage> pages = read("a.warc", plain);
    assertThat(outline(pages)).isEqualTo(expected);
    assertThat(pages.get(1).defect())
        .startsWith("the record at byte " + page(1).length + " cannot be read: ");
    assertThat(pages.get(1).origin()).endsWith("a.warc#2");

    pages = read("a.warc.gz", members);
    assertThat(outline(pages)).isEqualTo(expected);
    assertThat(pages.get(1).defect())
        .startsWith(
            "the record at byte " + PageInputsTest.gzip(page(1)).length + " cannot be read: ");

    assertThat(outline(read("one.warc.gz", PageInputsTest.gzip(plain)))).isEqualTo(expected);
  }

  @Test
  void shouldNotMixAHeaderThatIsCutInALineWithTheNextRecord() throws Exception {
    byte[] cut = Arrays.copyOf(page(2), new String(page(2), ISO_8859_1).indexOf("WARC-Date") + 5);

    assertThat(outline(read("a.warc", join(page(1), cut, page(3), page(4)))))
        .containsExactly("http://w.example/1", "damaged", "http://w.example/4");
  }

  @ParameterizedTest
  @ValueSource(strings = {"lower case", "CR CR LF", "LF", "0.18", "spaces", "space in a URI"})
  void shouldReadWhatIsOnlyWrittenOtherwise(String how) throws Exception {
    byte[] whole = page(2);
    String text = new String(whole, ISO_8859_1);
    int end = header(whole);
    String header = text.substring(0, end);
    header =
        switch (how) {
          case "lower case" -> header.toLowerCase(Locale.ROOT);
          case "CR CR LF" -> header.replace("\r\n", "\r\r\n");
          case "LF" -> header.replace("\r\n", "\n");
          case "0.18" -> header.replace("\r\n", "\n").replace("WARC/1.0", "WARC/0.18");
          case "spaces" ->
              header.replace("\r\n", " \r\n").replace(":", " : ").replace(" : //", "://");
          default -> header.replace("example/2", "example/a b");
        };
    byte[] record = (header + text.substring(end)).getBytes(ISO_8859_1);
    String url = how.equals("space in a URI") ? "http://w.example/a%20b" : "http://w.example/2";

    for (byte[] archive :
        List.of(
            join(page(1), record, page(3)),
            PageInputsTest.gzip(join(page(1), record, page(3))),
            Zstd.compress(join(page(1), record, page(3))))) {
      assertThat(outline(read("a.warc", archive)))
          .containsExactly("http://w.example/1", url, "http://w.example/3");
    }
    assertThat(outline(read("unnamed", record))).containsExactly(url);
  }

  @Test
  void shouldKeepAllBeforeACutAtEveryLength() throws Exception {
    byte[] last = page(3);
    byte[] before = join(page(1), page(2));
    byte[] gzippedBefore = join(PageInputsTest.gzip(page(1)), PageInputsTest.gzip(page(2)));
    byte[] gzippedLast = PageInputsTest.gzip(last);
    for (int length = 1; length < last.length - 4; length++) {
      List<InputPage> pages = read("a.warc", join(before, Arrays.copyOf(last, length)));
      assertThat(outline(pages))
          .as("%d bytes", length)
          .containsExactly("http://w.example/1", "http://w.example/2", "damaged");
    }
    for (int length = 1; length < gzippedLast.length; length++) {
      List<InputPage> pages =
          read("a.warc.gz", join(gzippedBefore, Arrays.copyOf(gzippedLast, length)));
      assertThat(outline(pages))
          .as("%d bytes, gzipped", length)
          .containsExactly("http://w.example/1", "http://w.example/2", "damaged");
      assertThat(pages.get(2).defect())
          .startsWith("the record at byte " + gzippedBefore.length + " cannot be read: ");
    }
  }

  @Test
  void shouldGoOnBehindAMemberThatIsCutAtEveryLength() throws Exception {
    byte[] bad = PageInputsTest.gzip(page(2));
    byte[] before = PageInputsTest.gzip(page(1));
    byte[] after = join(PageInputsTest.gzip(page(3)), PageInputsTest.gzip(page(4)));
    for (int length = 1; length < bad.length; length++) {
      List<String> outline =
          outline(read("a.warc.gz", join(before, Arrays.copyOf(bad, length), after)));
      // Without the end of its last block the record is complete, and only the rest is not.
      outline.remove(length == bad.length - 9 ? "http://w.example/2" : "");
      assertThat(outline)
          .as("%d bytes", length)
          .containsExactly(
              "http://w.example/1", "damaged", "http://w.example/3", "http://w.example/4");
    }
  }

  @Test
  void shouldGoOnBehindAMemberWithAnyByteWrong() throws Exception {
    byte[] bad = PageInputsTest.gzip(page(2));
    byte[] before = PageInputsTest.gzip(page(1));
    byte[] after = join(PageInputsTest.gzip(page(3)), PageInputsTest.gzip(page(4)));
    for (int i = 0; i < bad.length; i++) {
      byte[] wrong = bad.clone();
      wrong[i] ^= 0x55;
      List<String> outline = outline(read("a.warc.gz", join(before, wrong, after)));
      // Time, flags and operating system in a header may have any value.
      boolean free = i >= 4 && i < 10;
      assertThat(outline)
          .as("byte %d", i)
          .startsWith("http://w.example/1")
          .endsWith("http://w.example/3", "http://w.example/4")
          .contains(free ? "http://w.example/2" : "damaged");
      // Damage to the last compressed byte may leave the record complete, and affect only the rest.
      assertThat(outline).hasSize(i == bad.length - 9 ? outline.size() : 4);
    }
  }

  private static byte[] line(int number) {
    return ("{\"url\":\"http://w.example/" + number + "\",\"text\":\"page " + number + "\"}\n")
        .getBytes(UTF_8);
  }

  @Test
  void shouldGoOnBehindADamagedMemberOfLines() throws Exception {
    byte[] good = join(gzip(join(line(1), line(2))), gzip(line(3)));
    byte[] bad = gzip(join(line(4), line(5)));
    byte[] after = join(gzip(join(line(6), line(7))), gzip(line(8)));
    List<String> expected =
        List.of(
            "http://w.example/1",
            "http://w.example/2",
            "http://w.example/3",
            "damaged",
            "http://w.example/6",
            "http://w.example/7",
            "http://w.example/8");
    for (int i = 0; i < bad.length; i++) {
      byte[] wrong = bad.clone();
      wrong[i] ^= 0x55;
      List<InputPage> pages = read("a.jsonl.gz", join(good, wrong, after));
      boolean free = i >= 4 && i < 10;
      assertThat(damaged).as("byte %d", i).isEqualTo(free ? 0 : 1);
      if (!free) {
        assertThat(outline(pages)).as("byte %d", i).isEqualTo(expected);
      }
      assertThat(pages.stream().map(InputPage::defect).filter(Objects::nonNull))
          .allMatch(defect -> defect.startsWith("the lines at byte " + good.length + " cannot be"));
    }
    for (int length = 1; length < bad.length; length++) {
      assertThat(outline(read("a.jsonl.gz", join(good, Arrays.copyOf(bad, length), after))))
          .as("%d bytes", length)
          .isEqualTo(expected);
    }
    assertThat(outline(read("first.jsonl.gz", join(Arrays.copyOf(bad, 40), after))))
        .containsExactly(
            "damaged", "http://w.example/6", "http://w.example/7", "http://w.example/8");
  }

  @Test
  void shouldReturnLinesOfLargeMembersAsTheyAreRead() throws Exception {
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    Random random = new Random(1);
    int count = 0;
    while (lines.size() < 2_500_000) {
      String text = Long.toHexString(random.nextLong()).repeat(20);
      lines.writeBytes(
          ("{\"url\":\"http://w.example/" + count++ + "\",\"text\":\"" + text + "\"}\n")
              .getBytes(UTF_8));
    }
    byte[] large = gzip(lines.toByteArray());
    assertThat(read("whole.jsonl.gz", join(gzip(line(1)), large, gzip(line(2)))))
        .hasSize(count + 2)
        .allMatch(page -> page.defect() == null);
    large[large.length - 6] ^= 0x55; // its checksum
    List<String> outline =
        outline(read("large.jsonl.gz", join(gzip(line(1)), large, gzip(line(2)))));
    assertThat(outline).hasSizeBetween(count / 3, count).endsWith("damaged", "http://w.example/2");
  }

  /** As bgzip and pigz --independent cut a file, wherever a block is full. */
  @Test
  void shouldGoOnAtTheNextLineOfAMemberThatBeginsWithinOne() throws Exception {
    byte[] first = Arrays.copyOf(line(2), 30);
    byte[] rest = Arrays.copyOfRange(line(3), 20, line(3).length);
    byte[] members =
        join(gzip(join(line(1), first)), gzip(line(9)), gzip(join(rest, line(4), line(5))));
    members[gzip(join(line(1), first)).length + 15] ^= 0x55;

    List<InputPage> pages = read("a.jsonl.gz", members);

    assertThat(outline(pages))
        .containsExactly(
            "http://w.example/1", "damaged", "http://w.example/4", "http://w.example/5");
    assertThat(new String(pages.get(1).value(), UTF_8)).startsWith(new String(first, UTF_8));
  }

  @Test
  void shouldSayWhereTheLastMemberOfLinesIsDamaged() throws Exception {
    byte[] good = gzip(line(1));
    byte[] bad = gzip(line(2));
    assertThatThrownBy(() -> read("a.jsonl.gz", join(good, Arrays.copyOf(bad, bad.length - 3))))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("ended early, after 2 pages: ")
        .hasMessageEndingWith(", at byte " + good.length);
  }

  @Test
  void shouldGoOnInTheMiddleOfALongGzip() throws Exception {
    ByteArrayOutputStream members = new ByteArrayOutputStream();
    for (int i = 0; i < 2000; i++) {
      members.write(PageInputsTest.gzip(page(i)));
    }
    byte[] archive = members.toByteArray();
    Arrays.fill(archive, 100_000, 150_000, (byte) 0x1f);

    List<InputPage> pages = read("a.warc.gz", archive);

    assertThat(damaged).isEqualTo(1);
    int gone = (int) (2000L * 50_000 / archive.length);
    assertThat(pages).hasSizeBetween(2000 - gone - 5, 2000 - gone + 5);
    assertThat(outline(pages)).endsWith("http://w.example/1998", "http://w.example/1999");
  }

  /** After damage the work remains linear, however many members seem to begin there. */
  @Test
  void shouldReadNoiseOfMembersAndRecordsABoundedNumberOfTimes() throws Exception {
    byte[] memberHead = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, 0};
    byte[] emptyBlocks = new byte[5 * 12_000];
    for (int i = 0; i < emptyBlocks.length; i += 5) {
      emptyBlocks[i + 3] = (byte) 0xff;
      emptyBlocks[i + 4] = (byte) 0xff;
    }
    ByteArrayOutputStream members = new ByteArrayOutputStream();
    for (int i = 0; i < 40; i++) {
      for (int j = 0; j < 500; j++) {
        members.write(memberHead);
      }
      members.write(emptyBlocks);
    }
    ByteArrayOutputStream records = new ByteArrayOutputStream();
    for (int i = 0; i < 50_000; i++) {
      records.writeBytes(
          "WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 9000\r\n\r\n".getBytes(UTF_8));
    }
    GzipMembers gzip = new GzipMembers(new ByteArrayInputStream(members.toByteArray()));
    byte[] chunk = new byte[1000];
    boolean more = true;
    while (more) {
      try {
        more = gzip.read(chunk) >= 0;
      } catch (GzipMembers.DamagedException e) {
        more = gzip.resume();
      }
    }
    assertThat(gzip.reread()).isPositive().isLessThan(members.size() + (2L << 20));
    assertThat(read("a.warc", records.toByteArray())).hasSizeGreaterThan(40_000);
  }

  /** What seems to begin a record again and again, in a stretch that is searched for records. */
  private static byte[] likeRecords(String what) throws IOException {
    String arc = "filedesc://a.arc 0.0.0.0 20090101000000 text/plain 900000\n";
    byte[] cut = replaced(page(1), "Content-Length: ", "Content-Length: 99999999");
    return switch (what) {
      case "half a version" -> join(cut, lines("WARC/1\n"));
      case "a version" -> join(cut, lines("WARC/1.0\n"));
      case "more than a version" -> join(cut, lines("WARC/1.0 x\n"));
      case "a version and a line" -> join(cut, lines("WARC/1.0\na: b\n"));
      case "a header" -> join(cut, lines("WARC/1.0\nContent-Length: 9000\n\n"));
      case "a header of a long block" -> join(cut, lines("WARC/1.0\nContent-Length: 150000\n\n"));
      case "a version in a member" -> join(gzip(cut), members("WARC/1.0\na"));
      case "a version after members" ->
          join(gzip(cut), members("x"), gzip(lines("WARC/1\n")), members("WARC/1.0\n"));
      case "a URL" -> join(arc.getBytes(UTF_8), lines("a:b 5\n"));
      case "a URL in a member" -> join(gzip(arc.getBytes(UTF_8)), members("a:"));
      case "an address again and again" ->
          join(
              arc.getBytes(UTF_8),
              ("a:" + "1 20090203 ".repeat(5_000) + "\u0085\r 5\n").getBytes(ISO_8859_1));
      case "headers that point to one line" -> {
        StringBuilder all = new StringBuilder(arc);
        for (int i = 1_000; i > 0; i--) {
          all.append(String.format("a:b 1.1.1.1 20090203040506 text %07d%n", (i - 1) * 40));
        }
        yield all.append("a:")
            .append("1 20090203 ".repeat(5_000))
            .append("5x\n")
            .toString()
            .getBytes(UTF_8);
      }
      default -> throw new IllegalArgumentException(what);
    };
  }

  private static byte[] gzip(byte[] plain) throws IOException {
    return PageInputsTest.gzip(plain);
  }

  private static byte[] lines(String line) {
    return line.repeat(200_000 / line.length()).getBytes(UTF_8);
  }

  private static byte[] members(String content) throws IOException {
    byte[] member = gzip(content.getBytes(UTF_8));
    ByteArrayOutputStream members = new ByteArrayOutputStream();
    for (int i = 0; i < 20_000; i++) {
      members.write(member);
    }
    return members.toByteArray();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "half a version",
        "a version",
        "more than a version",
        "a version and a line",
        "a header",
        "a header of a long block",
        "a version in a member",
        "a version after members",
        "a URL",
        "a URL in a member",
        "an address again and again",
        "headers that point to one line"
      })
  void shouldExamineABoundedNumberOfBytesAhead(String what) throws Exception {
    byte[] archive = join(likeRecords(what), "\n".getBytes(UTF_8), page(3), page(4));
    boolean gzip = archive[0] == 0x1f;
    GzipMembers members = gzip ? new GzipMembers(new ByteArrayInputStream(archive)) : null;
    InputStream in = gzip ? members : new ByteArrayInputStream(archive);
    long size = gzip ? -1 : archive.length;
    long plain = gzip ? 20_000 * 12 + 220_000 : archive.length;
    try (WarcRecords records = new WarcRecords(in, members, size, 1 << 20)) {
      int count = 0;
      while (records.next() != null) {
        count++;
      }
      assertThat(count).isBetween(1, 8_000);
      assertThat(records.looked()).isLessThan((2L << 20) + 8 * plain);
    }
    if (what.contains("version") && !gzip) {
      assertThat(outline(read("a.warc", archive)))
          .endsWith("http://w.example/3", "http://w.example/4");
    }
  }

  @Test
  void shouldReadArc() throws Exception {
    String http = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>arc";
    String version = "1 0 Someone\nURL IP-address Archive-date Content-type Archive-length\n";
    String head = "filedesc://a.arc 0.0.0.0 20090101000000 text/plain " + version.length() + "\n";
    String arc =
        head
            + version
            + "\nhttp://a.example/1 10.0.0.1 20090203040506 text/html "
            + http.length()
            + "\n"
            + http
            + "\nhttp://a.example/a b 10.0.0.1 20090203040506 text/html; charset=x "
            + http.length()
            + "\n"
            + http
            + "\nhttp://a.example/near 10.0.0.1 20090203040506 text/html "
            + (http.length() - 1)
            + "\n"
            + http
            + "\nhttp://a.example/bad 10.0.0.1 20090203040506 text/html 7\n"
            + http
            + "\nHTTP://a.example/3 2001:db8::1 20090203040506 text/html "
            + http.length()
            + "\n"
            + http
            + "\n";
    for (byte[] archive : List.of(arc.getBytes(UTF_8), PageInputsTest.gzip(arc.getBytes(UTF_8)))) {
      List<InputPage> pages = read("a.arc", archive);
      assertThat(outline(pages))
          .containsExactly(
              "http://a.example/1",
              "http://a.example/a%20b",
              "http://a.example/near",
              "damaged",
              "http://a.example/3");
      assertThat(new String(pages.get(0).value(), UTF_8))
          .contains("\"fetchTime\":\"2009-02-03T04:05:06Z\"");
    }
  }

  /** A record whose length is counted in another way than in bytes. */
  static byte[] counted(int number, String how) {
    String http = "HTTP/1.1 200 OK\r\nServer: x\r\nContent-Type: text/html; charset=utf-8\r\n\r\n";
    String pairs =
        how.startsWith("WARCreate") || how.equals("code points") ? "\ud83d\ude00".repeat(9) : "";
    String body =
        "<p>\u00e9t\u00e9 \u65e5\u672c \ud83d\ude00\r\nA line\r\n"
            + pairs
            + "page ".repeat(number * 9);
    String block = http + body;
    int bytes = block.getBytes(UTF_8).length;
    int length =
        switch (how) {
          case "UTF-16 units" -> block.length();
          case "code points" -> block.codePointCount(0, block.length()); // len() in Python
          // str.length plus the bytes 80 to BF of encodeURIComponent(str), as lengthInUtf8Bytes()
          case "WARCreate" -> bytes + 10;
          // The separator is counted, and written twice, after an image or a style.
          case "WARCreate, image" -> bytes + 4;
          case "one too few" -> bytes - 1;
          case "five too many" -> bytes + 5;
          default -> bytes;
        };
    String header =
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://w.example/"
            + number
            + "\r\nWARC-Date: 2024-02-03T04:05:06Z\r\nContent-Length: "
            + length
            + "\r\n\r\n";
    String record =
        switch (how) {
          case "LF in the headers" -> (header + http).replace("\r", "").concat(body + "\n\n");
          case "LF everywhere" -> (header + block + "\r\n\r\n").replace("\r", "");
          case "a zero behind" -> header + block + "\r\n\r\n\0";
          case "zeros behind" -> header + block + "\r\n\r\n\0\0\0\0";
          case "WARCreate, image" -> header + block + "\r\n\r\n\r\n\r\n";
          default -> header + block + "\r\n\r\n";
        };
    return record.getBytes(UTF_8);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UTF-16 units",
        "code points",
        "WARCreate",
        "WARCreate, image",
        "one too few",
        "five too many",
        "LF in the headers",
        "LF everywhere",
        "a zero behind",
        "zeros behind"
      })
  void shouldReadRecordsWhoseLengthIsCountedInAnotherWay(String how) throws Exception {
    byte[] plain = join(counted(1, how), counted(2, how), counted(3, how));
    byte[] members = join(gzip(counted(1, how)), gzip(counted(2, how)), gzip(counted(3, how)));
    for (byte[] archive : List.of(plain, gzip(plain), members, Zstd.compress(plain))) {
      List<InputPage> pages = read("a.warc", archive);
      assertThat(outline(pages))
          .containsExactly("http://w.example/1", "http://w.example/2", "http://w.example/3");
      assertThat(skipped)
          .isEqualTo(
              how.contains("image")
                  ? Map.of()
                  : how.contains("zero")
                      ? Map.of("zero bytes before a record", 2L)
                      : Map.of("wrong Content-Length (record read)", 3L));
      for (int i = 0; i < 3; i++) {
        assertThat(new String(pages.get(i).value(), UTF_8))
            .contains("\u00e9t\u00e9 \u65e5\u672c \\uD83D\\uDE00")
            .contains("page ".repeat(9 * (i + 1)) + (how.contains("image") ? "\\r\\n" : "\""))
            .doesNotContain("WARC/1.0");
      }
    }
    // Followed by damage, it is no more than before.
    assertThat(outline(read("a.warc", join(counted(1, how), Arrays.copyOf(page(2), 40)))))
        .endsWith("damaged")
        .doesNotContain("http://w.example/2");
  }

  @Test
  void shouldNotTakeARecordOutOfTheBodyOfOneWhoseLengthIsRight() throws Exception {
    for (String how : List.of("bytes", "UTF-16 units", "one too few", "a zero behind")) {
      byte[] inner = join(counted(7, how), counted(8, "bytes"), counted(9, how));
      byte[] http = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n".getBytes(UTF_8);
      byte[] outer =
          WarcPagesTest.record(
              "response", "http://w.example/2", "application/http", join(http, inner));
      byte[] plain = join(counted(1, how), outer, counted(3, how));
      for (byte[] archive : List.of(plain, gzip(plain), join(gzip(outer), gzip(counted(3, how))))) {
        assertThat(outline(read("a.warc", archive)))
            .endsWith("http://w.example/2", "http://w.example/3")
            .hasSizeBetween(2, 3);
      }
    }
  }

  @Test
  void shouldNotPassManyZerosOrZerosBeforeOtherBytes() throws Exception {
    assertThat(outline(read("a.warc", join(page(1), new byte[100], "\n".getBytes(UTF_8), page(2)))))
        .containsExactly("http://w.example/1", "damaged", "http://w.example/2");
    assertThat(outline(read("a.warc", join(page(1), "\0x\n".getBytes(UTF_8), page(2)))))
        .containsExactly("http://w.example/1", "damaged", "http://w.example/2");
  }

  /** As Git checks them out where it takes them for text. */
  @Test
  void shouldReadArcRecordsOfWhichTheCarriageReturnsAreGone() throws Exception {
    String http = "HTTP/1.1 200 OK\nA: b\nContent-Type: text/html\n\n<p>arc\n<p>line";
    for (int removed : List.of(4, 5)) { // of the header, or of all lines
      String record = "http://a.example/%d 10.0.0.1 20090203040506 text/html %d\n%s\n";
      int length = http.length() + removed;
      byte[] arc =
          (record.formatted(1, length, http) + record.formatted(2, length, http)).getBytes(UTF_8);
      assertThat(outline(read("a.arc", arc)))
          .containsExactly("http://a.example/1", "http://a.example/2");
      assertThat(skipped).isEqualTo(Map.of("wrong Content-Length (record read)", 2L));
      byte[] cut = Arrays.copyOf(arc, arc.length - 5);
      assertThat(outline(read("a.arc", cut))).containsExactly("http://a.example/1", "damaged");
    }
  }

  @Test
  void shouldReadAnArcRecordWhoseDateIsNone() throws Exception {
    String http = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>arc";
    String lines =
        "http://a.example/1 10.0.0.1 20090203040506 text/html %1$d\n%2$s\n"
            + "http://a.example/2 10.0.0.1 08Sep201318:10-1:47GMT text/html %1$d\n%2$s\n"
            + "http://a.example/3 10.0.0.1 20090203040506 text/html %1$d\n%2$s\n"
            // Where no record is expected, such a line begins none.
            + "http://a.example/4 10.0.0.1 20090203040506 text/html 7\n%2$s\n"
            + "http://a.example/5 10.0.0.1 GET text/html %1$d\n%2$s\n";
    byte[] arc = lines.formatted(http.length(), http).getBytes(UTF_8);
    for (byte[] archive : List.of(arc, gzip(arc))) {
      List<InputPage> pages = read("a.arc", archive);
      assertThat(outline(pages))
          .containsExactly(
              "http://a.example/1", "http://a.example/2", "http://a.example/3", "damaged");
      assertThat(new String(pages.get(1).value(), UTF_8)).doesNotContain("fetchTime");
      assertThat(skipped).isEqualTo(Map.of("invalid ARC date (record read)", 1L));
    }
  }

  @Test
  void shouldReadStandardInputByItsFirstBytes() throws Exception {
    byte[] warc = join(page(1), damagedRecord("huge"), page(3));
    for (byte[] content : List.of(warc, PageInputsTest.gzip(warc), Zstd.compress(warc))) {
      InputStream stdin = new ByteArrayInputStream(content);
      try (PageInputs inputs =
          new PageInputs(PageInputsTest.STDIN, new Limits(MAX_BYTES), PageFields.OWN, stdin)) {
        assertThat(inputs.next().origin()).isEqualTo("stdin#1");
        assertThat(inputs.next().defect()).isNotNull();
      }
    }
  }
}
