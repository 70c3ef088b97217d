package dev.crawlsieve.files.input;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WarcPagesTest {

  private static final int MAX_BYTES = 10_000;
  private static final String HTML = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n";

  @TempDir Path folder;

  private final ByteArrayOutputStream warc = new ByteArrayOutputStream();
  private Map<String, Long> skipped;

  static byte[] record(String type, String url, String contentType, byte[] block)
      throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    String target = url == null ? "" : "WARC-Target-URI: " + url + "\r\n";
    out.write(
        ("WARC/1.0\r\nWARC-Type: "
                + type
                + "\r\n"
                + target
                + "WARC-Date: 2024-02-03T04:05:06Z\r\nWARC-Record-ID: <urn:uuid:0>\r\n"
                + "Content-Type: "
                + contentType
                + "\r\nContent-Length: "
                + block.length
                + "\r\n\r\n")
            .getBytes(UTF_8));
    out.write(block);
    out.write("\r\n\r\n".getBytes(UTF_8));
    return out.toByteArray();
  }

  private void response(String path, String header, byte[] body) throws IOException {
    ByteArrayOutputStream http = new ByteArrayOutputStream();
    http.write((header + "\r\n").getBytes(ISO_8859_1));
    http.write(body);
    warc.write(
        record(
            "response",
            "http://w.example/" + path,
            "application/http;msgtype=response",
            http.toByteArray()));
  }

  private List<InputPage> read(String name, byte[] content) throws Exception {
    Path file = Files.write(folder.resolve(name), content);
    List<InputPage> pages = new ArrayList<>();
    try (PageInputs inputs = PageInputs.open(List.of(file), MAX_BYTES)) {
      for (InputPage page = inputs.next(); page != null; page = inputs.next()) {
        pages.add(page);
      }
      assertThat(inputs.bytesRead()).isEqualTo(content.length);
      skipped = inputs.skipped();
    }
    return pages;
  }

  private static JsonNode json(InputPage page) throws IOException {
    assertThat(page.defect()).isNull();
    return new ObjectMapper().readTree(page.value());
  }

  private String body(String header, byte[] body) throws Exception {
    response("x", header, body);
    return json(read("a.warc", warc.toByteArray()).get(0)).get("html").asText();
  }

  private void segment(String type, String url, int segment, String fields, String block)
      throws IOException {
    String header = "Content-Type: application/http\r\nWARC-Segment-Number: " + segment + fields;
    String record =
        new String(record(type, url, "application/http", block.getBytes(UTF_8)), UTF_8)
            .replace("Content-Type: application/http", header);
    warc.write(record.getBytes(UTF_8));
  }

  @Test
  void shouldPutTheSegmentsOfARecordTogether() throws Exception {
    String origin = "\r\nWARC-Segment-Origin-ID: <urn:uuid:0>";
    String last = origin + "\r\nWARC-Segment-Total-Length: 1";
    segment("response", "http://w.example/1", 1, "", "HTTP/1.1 200 OK\r\nContent-Type: text/h");
    warc.write(record("request", "http://w.example/1", "application/http", new byte[9]));
    segment("continuation", "http://w.example/1", 2, origin, "tml\r\n\r\n<p>o");
    segment("continuation", "http://w.example/1", 3, last, "ne");
    segment("continuation", "http://w.example/1", 4, last, "of none");
    segment("resource", "http://w.example/2", 1, "", "alo");
    segment("continuation", "http://w.example/2", 3, last, "not the next");
    segment("resource", "http://w.example/3", 1, "", "x".repeat(MAX_BYTES / 2));
    for (int i = 2; i < 20; i++) {
      String fields = i == 19 ? last : origin;
      segment("continuation", "http://w.example/3", i, fields, "x".repeat(MAX_BYTES / 2));
    }
    segment("resource", "http://w.example/4", 1, "", "at the end");

    List<InputPage> pages = read("a.warc", warc.toByteArray());

    assertThat(json(pages.get(0)).get("html").asText()).isEqualTo("<p>one");
    assertThat(pages.get(0).record()).isNull();
    assertThat(new String(pages.get(1).value(), UTF_8)).contains("w.example/2", "YWxv");
    assertThat(pages.get(2).defect()).startsWith("the body is larger than 10000 bytes");
    assertThat(new String(pages.get(3).value(), UTF_8)).contains("w.example/4");
    assertThat(pages).hasSize(4);
    assertThat(skipped)
        .isEqualTo(
            Map.of(
                "request record", 1L,
                "continuation record", 2L,
                "record without all its segments (read as far as they go)", 2L));
  }

  @Test
  void shouldMakePageEventsOfResponsesResourcesAndConversions() throws Exception {
    warc.write(record("warcinfo", null, "application/warc-fields", "a: b\r\n".getBytes(UTF_8)));
    response(
        "1", HTML + "Content-Language: de\r\nX-A: 1\r\nX-A: 2\r\n", "<p>Grüße".getBytes(UTF_8));
    warc.write(
        record(
            "request",
            "http://w.example/1",
            "application/http",
            "GET / HTTP/1.1\r\n\r\n".getBytes(UTF_8)));
    response(
        "2", "HTTP/1.1 404 Not Found\r\nContent-Type: image/png\r\n", new byte[] {0, (byte) 0xff});
    warc.write(record("resource", "<http://w.example/3>", "text/html", "<p>r".getBytes(UTF_8)));
    warc.write(record("resource", "dns:w.example", "text/dns", "x".getBytes(UTF_8)));
    warc.write(record("conversion", "http://w.example/4", "text/plain", "wet".getBytes(UTF_8)));
    warc.write(record("revisit", "http://w.example/1", "application/http", HTML.getBytes(UTF_8)));
    warc.write(
        record(
            "metadata",
            "http://w.example/1",
            "application/warc-fields",
            "a: b\r\n".getBytes(UTF_8)));

    for (byte[] file : List.of(warc.toByteArray(), PageInputsTest.gzip(warc.toByteArray()))) {
      List<InputPage> pages = read("a.warc", file);

      assertThat(pages)
          .extracting(page -> new String(page.key(), UTF_8))
          .containsExactly(
              "http://w.example/1",
              "http://w.example/2",
              "http://w.example/3",
              "http://w.example/4");
      for (InputPage page : pages) {
        assertThat(json(page).path("fetchTime").asText()).isEqualTo("2024-02-03T04:05:06Z");
      }
      assertThat(pages.get(0).origin()).endsWith("a.warc#2");
      assertThat(json(pages.get(0)).toString())
          .isEqualTo(
              "{\"url\":\"http://w.example/1\",\"fetchTime\":\"2024-02-03T04:05:06Z\",\"status\":200,"
                  + "\"contentType\":\"text/html\",\"headers\":{\"Content-Language\":\"de\","
                  + "\"Content-Type\":\"text/html\",\"X-A\":\"1, 2\"},\"html\":\"<p>Grüße\"}");
      assertThat(json(pages.get(1)).get("status").asInt()).isEqualTo(404);
      assertThat(json(pages.get(1)).get("bodyBase64").binaryValue()).containsExactly(0, 0xff);
      assertThat(json(pages.get(2)).get("html").asText()).isEqualTo("<p>r");
      assertThat(json(pages.get(3)).get("text").asText()).isEqualTo("wet");
      assertThat(skipped)
          .isEqualTo(
              Map.of(
                  "warcinfo record",
                  1L,
                  "request record",
                  1L,
                  "revisit record",
                  1L,
                  "metadata record",
                  1L,
                  "resource record without an http URL",
                  1L));
    }
  }

  @Test
  void shouldReadRecordsThatHoldABodyAlone() throws Exception {
    byte[] html = "<p>a\r\n\r\nb".getBytes(UTF_8);
    byte[] http = (HTML + "\r\n<p>c").getBytes(UTF_8);
    String type = "application/http";
    warc.write(record("response", "http://w.example/1", "text/html", html));
    warc.write(record("response", "http://w.example/2", type, html));
    warc.write(record("response", "http://w.example/3", "text/html", http));
    warc.write(record("resource", "http://w.example/4", type + "; msgtype=response", http));
    warc.write(record("resource", "http://w.example/5", type, "GET /".getBytes(UTF_8)));
    warc.write(record("response", "http://w.example/6", type, "words".getBytes(UTF_8)));

    List<InputPage> pages = read("a.warc", warc.toByteArray());

    assertThat(json(pages.get(0)).get("html").asText()).isEqualTo("<p>a\r\n\r\nb");
    assertThat(json(pages.get(1)).get("bodyBase64").binaryValue()).isEqualTo(html);
    assertThat(json(pages.get(1)).has("contentType")).isFalse();
    assertThat(json(pages.get(2)).get("html").asText()).isEqualTo("<p>c");
    assertThat(json(pages.get(3)).get("html").asText()).isEqualTo("<p>c");
    assertThat(json(pages.get(3)).get("status").asInt()).isEqualTo(200);
    assertThat(json(pages.get(4)).get("contentType").asText()).isEqualTo(type);
    assertThat(pages.get(5).defect())
        .isEqualTo(
            "the HTTP response cannot be decoded: it does not begin with a status line, such as"
                + " HTTP/1.1 200 OK");
    assertThat(pages.get(3).record().payloadAt()).isEqualTo(http.length - 4);
    assertThat(pages.get(0).record().payloadAt()).isZero();
  }

  @Test
  void shouldReadArcRecordsWithoutHttpHeaderOrAddress() throws Exception {
    String http = HTML + "\r\n<p>http";
    String bare = "<p>bare\n\n<p>more";
    for (String[] record :
        new String[][] {
          {"http://w.example/1 1.2.3.4", "text/html", http},
          {"http://w.example/2 -", "text/html", http},
          {"http://w.example/3 www.w.example", "text/html", http},
          {"http://w.example/4 localhost", "text/html", http},
          {"http://w.example/a b -", "text/html", http},
          {"http://w.example/6 ::1", "text/html", bare},
          {"http://w.example/7 1.2.3.4", "no-type", bare},
          {"http://w.example/8 1.2.3.4", "text/plain 200 - - 0 x.arc", bare},
          {"http://w.example/9 1.2.3.4", "text/html", http},
          {"http://w.example/10 ", "text/html", http}
        }) {
      String head = record[0] + " 20010926085547 " + record[1] + " " + record[2].length();
      warc.write((head + "\n" + record[2] + "\n").getBytes(UTF_8));
    }

    List<InputPage> pages = read("a.arc", warc.toByteArray());

    assertThat(pages)
        .extracting(page -> new String(page.key(), UTF_8).substring(17))
        .containsExactly("1", "2", "3", "4", "a%20b", "6", "7", "8", "9", "10");
    for (int i : new int[] {0, 1, 2, 3, 4, 8, 9}) {
      assertThat(json(pages.get(i)).get("html").asText()).isEqualTo("<p>http");
      assertThat(pages.get(i).record().field("Content-Type"))
          .isEqualTo("application/http;msgtype=response");
    }
    assertThat(json(pages.get(5)).get("html").asText()).isEqualTo(bare);
    assertThat(json(pages.get(5)).has("status")).isFalse();
    assertThat(pages.get(5).record().field("Content-Type")).isEqualTo("text/html");
    assertThat(json(pages.get(6)).get("bodyBase64").binaryValue()).isEqualTo(bare.getBytes(UTF_8));
    assertThat(json(pages.get(7)).get("text").asText()).isEqualTo(bare);
  }

  @Test
  void shouldReadARecordThatSaysAFieldTwiceWithOneValue() throws Exception {
    byte[] one = record("resource", "http://w.example/1", "text/html", "<p>1".getBytes(UTF_8));
    String text = new String(one, UTF_8);
    warc.write(text.replace("WARC-Date", "warc-type: resource\r\nWARC-Date").getBytes(UTF_8));
    warc.write(text.replace("WARC-Date", "WARC-Type: response\r\nWARC-Date").getBytes(UTF_8));

    List<InputPage> pages = read("a.warc", warc.toByteArray());

    assertThat(json(pages.get(0)).get("html").asText()).isEqualTo("<p>1");
    assertThat(pages.get(1).defect()).contains("its header is malformed");
  }

  @Test
  void shouldReadAnArchiveOfOneGzipMemberARecord() throws Exception {
    ByteArrayOutputStream members = new ByteArrayOutputStream();
    for (int i = 0; i < 100; i++) {
      members.write(
          PageInputsTest.gzip(
              record("conversion", "http://w.example/" + i, "text/plain", new byte[] {'x'})));
    }

    assertThat(read("a.wet.gz", members.toByteArray())).hasSize(100);
    assertThat(read("unnamed", members.toByteArray())).hasSize(100);
  }

  @Test
  void shouldUndoChunksAndContentEncodings() throws Exception {
    byte[] page = "<p>page".getBytes(UTF_8);
    byte[] gzip = PageInputsTest.gzip(page);
    ByteArrayOutputStream chunkedGzip = new ByteArrayOutputStream();
    chunkedGzip.write((Integer.toHexString(gzip.length) + "\r\n").getBytes(UTF_8));
    chunkedGzip.write(gzip);
    chunkedGzip.write("\r\n0\r\n\r\n".getBytes(UTF_8));
    String chunked = "Transfer-Encoding: chunked\r\n";

    assertThat(body(HTML + "Content-Encoding: gzip\r\n", gzip)).isEqualTo("<p>page");
    warc.reset();
    assertThat(body(HTML + chunked, "3\r\n<p>\r\n4\r\npage\r\n0\r\n\r\n".getBytes(UTF_8)))
        .isEqualTo("<p>page");
    warc.reset();
    assertThat(body(HTML + chunked + "Content-Encoding: gzip\r\n", chunkedGzip.toByteArray()))
        .isEqualTo("<p>page");
    warc.reset();
    // "<p>page" as one uncompressed meta-block of Brotli (RFC 7932, section 9.2).
    byte[] brotli = HexFormat.of().parseHex("0f03803c703e7061676503");
    assertThat(body(HTML + "Content-Encoding: br\r\n", brotli)).isEqualTo("<p>page");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"3  \r\n<p>\r\n4 \r\npage\r\n0\r\n\r\n", "3\t;a=b\n<p>\n004 ;\npage\n0\n"})
  void shouldReadChunkSizesThatArePadded(String chunks) throws Exception {
    assertThat(body(HTML + "Transfer-Encoding: chunked\r\n", chunks.getBytes(UTF_8)))
        .isEqualTo("<p>page");
  }

  @Test
  void shouldUndoACompressingTransferCoding() throws Exception {
    byte[] gzip = PageInputsTest.gzip("<p>page".getBytes(UTF_8));
    ByteArrayOutputStream chunks = new ByteArrayOutputStream();
    chunks.write((Integer.toHexString(gzip.length) + "\r\n").getBytes(UTF_8));
    chunks.write(gzip);
    chunks.write("\r\n0\r\n\r\n".getBytes(UTF_8));

    assertThat(body(HTML + "Transfer-Encoding: gzip, chunked\r\n", chunks.toByteArray()))
        .isEqualTo("<p>page");
    warc.reset();
    assertThat(
            body(
                HTML + "Transfer-Encoding: gzip\r\nContent-Encoding: gzip\r\n",
                PageInputsTest.gzip(gzip)))
        .isEqualTo("<p>page");
  }

  @Test
  void shouldTakeABodyThatWasArchivedDecodedAsItIs() throws Exception {
    byte[] page = "<p>page".getBytes(UTF_8);

    assertThat(body(HTML + "Content-Encoding: gzip\r\n", page)).isEqualTo("<p>page");
    warc.reset();
    assertThat(body(HTML + "Transfer-Encoding: chunked\r\n", page)).isEqualTo("<p>page");
    warc.reset();
    assertThat(
            body(
                HTML + "Transfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n",
                PageInputsTest.gzip(page)))
        .isEqualTo("<p>page");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // Node's fetch and proxies hand over decoded bodies with the header of the chunks.
        "0\nzero is a number and not a chunk",
        "0\r\nzero: is not the last of no chunks\r\nnor are these fields\r\n",
        "0\r\n",
        "0",
        "0\n\n",
        "1987\nwas a year",
        "1987\r\nwas a year",
        "1987",
        "add\r\nsub\r\nmul\r\n",
        "add\nsub\nmul\n",
        "beef;pork;fish\n1;2;3\n",
        "beef;pork;fish\r\n1;2;3\r\n",
        "3\nabc\nlike a chunk, but for its line feeds",
        "3\r\nabcdef\r\n",
        "3\r\nabc\r\nand then no size",
        "",
        "face value",
        "1\r\n2\r\n3\r\n4\r\n",
        "1\r\n5\r\n0\r\n7\r\n",
        "3\r\nabc\r\n0\r\nrest of a text\r\n",
        "1\n2\n0\n",
      })
  void shouldNotTakeAPageThatBeginsWithHexadecimalDigitsForChunks(String page) throws Exception {
    assertThat(body(HTML + "Transfer-Encoding: chunked\r\n", page.getBytes(UTF_8))).isEqualTo(page);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "3\r\n<p>\r\n4\r\npage\r\n0\r\n",
        "3\r\n<p>\r\n4\r\npage\r\n0\r\nSignature: a\r\n\r\n",
        "000000000000000003\r\n<p>\r\n4\r\npage\r\n0\r\n\r\nmore",
      })
  void shouldReadChunksHoweverTheyEnd(String chunks) throws Exception {
    assertThat(body(HTML + "Transfer-Encoding: chunked\r\n", chunks.getBytes(UTF_8)))
        .isEqualTo("<p>page");
  }

  @Test
  void shouldReadNoChunksAsAnEmptyPage() throws Exception {
    byte[] none = "0\r\nSignature: a\r\n\r\n".getBytes(UTF_8);
    assertThat(body(HTML + "Transfer-Encoding: chunked\r\n", none)).isEmpty();
  }

  @Test
  void shouldReadWhatIsThereOfARecordThatWasCut() throws Exception {
    String page = "<p>" + "page ".repeat(200);
    byte[] gzip = PageInputsTest.gzip(page.getBytes(UTF_8));
    response("1", HTML + "Transfer-Encoding: chunked\r\n", "3e8\r\n<p>cut".getBytes(UTF_8));
    response("2", HTML + "Content-Encoding: gzip\r\n", Arrays.copyOf(gzip, gzip.length - 9));
    byte[] marked =
        new String(warc.toByteArray(), ISO_8859_1)
            .replace("WARC-Record-ID", "WARC-Truncated: length\r\nWARC-Record-ID")
            .getBytes(ISO_8859_1);

    List<InputPage> pages = read("marked.warc", marked);

    assertThat(json(pages.get(0)).get("html").asText()).isEqualTo("<p>cut");
    assertThat(json(pages.get(1)).get("html").asText()).startsWith("<p>page page ");
    assertThat(read("unmarked.warc", warc.toByteArray()))
        .hasSize(2)
        .allSatisfy(
            cut -> {
              assertThat(cut.defect()).startsWith("the HTTP response cannot be decoded: ");
              assertThat(cut.key()).asString(UTF_8).startsWith("http://w.example/");
            });
  }

  @Test
  void shouldMarkWhatIsShorterThanItsLengthOrThatTheWriterCut() throws Exception {
    byte[] page = ("<p>" + "page ".repeat(200)).getBytes(UTF_8);
    byte[] gzip = PageInputsTest.gzip(page);
    response("1", HTML + "Content-Length: 2000\r\n", page);
    response(
        "2",
        HTML + "Content-Encoding: gzip\r\nContent-Length: " + gzip.length + "\r\n",
        Arrays.copyOf(gzip, gzip.length - 9));
    response("3", HTML + "Content-Length: " + page.length + "\r\n", page);
    response(
        "4",
        HTML + "Transfer-Encoding: chunked\r\nContent-Length: 9\r\n",
        "0\r\n\r\n".getBytes(UTF_8));
    warc.write(
        new String(record("resource", "http://w.example/5", "text/html", page), ISO_8859_1)
            .replace("WARC-Record-ID", "WARC-Truncated: length\r\nWARC-Record-ID")
            .getBytes(ISO_8859_1));

    List<String> marks = new ArrayList<>();
    for (InputPage one : read("short.warc", warc.toByteArray())) {
      marks.add(json(one).path("headers").path("WARC-Truncated").asText());
    }
    assertThat(marks).containsExactly("unspecified", "unspecified", "", "", "length");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldSkipAnswersToHeadThatHaveNoBody(boolean requestsFirst) throws Exception {
    for (String method : List.of("HEAD", "GET")) {
      byte[] request =
          record(
              "request",
              "http://w.example/a",
              "application/http;msgtype=request",
              (method + " /a HTTP/1.1\r\n\r\n").getBytes(UTF_8));
      warc.write(requestsFirst ? request : new byte[0]);
      response("a", HTML + "Content-Length: 9\r\n", new byte[0]);
      warc.write(requestsFirst ? new byte[0] : request);
      warc.write(requestsFirst ? request : new byte[0]);
      response("a", HTML, "<p>a body".getBytes(UTF_8)); // whatever was asked for
      warc.write(requestsFirst ? new byte[0] : request);
    }

    List<InputPage> pages = read("a.warc", warc.toByteArray());

    assertThat(pages).hasSize(3);
    assertThat(json(pages.get(0)).get("html").asText()).isEqualTo("<p>a body");
    assertThat(json(pages.get(1)).get("html").asText()).isEmpty();
    assertThat(skipped)
        .isEqualTo(Map.of("request record", 4L, "response to HEAD, without a body", 1L));
  }

  /** As jwarc's recorder writes what a client asks for on several connections. */
  @ParameterizedTest
  @CsvSource({
    "response response response metadata request request request, true",
    "request request request response metadata response response, true",
    "response response response request request request, false",
    "request request request response response response, false",
  })
  void shouldFindTheRequestOfAHeadAmongThoseOfOthers(String types, boolean named) throws Exception {
    Map<String, Integer> seen = new HashMap<>();
    for (String type : types.split(" ")) {
      int i = seen.merge(type, 1, Integer::sum);
      String path = "/" + (type.equals("request") ? 4 - i : i); // the last one first
      String start = type.equals("request") ? "HEAD " + path + " HTTP/1.1\r\n" : HTML;
      String ids = "WARC-Record-ID: <urn:uuid:" + type + path + ">\r\n";
      String link = named && type.equals("request") ? "<urn:uuid:response" + path + ">" : "";
      byte[] block = type.equals("metadata") ? new byte[0] : (start + "\r\n").getBytes(UTF_8);
      String record =
          new String(
              record(type, "http://w.example" + path, "application/http", block), ISO_8859_1);
      String concurrent = link.isEmpty() ? "" : "WARC-Concurrent-To: " + link + "\r\n";
      warc.write(
          record
              .replace("WARC-Record-ID: <urn:uuid:0>\r\n", ids + concurrent)
              .getBytes(ISO_8859_1));
    }
    response("1", HTML, "<p>a body".getBytes(UTF_8));

    assertThat(read("a.warc", warc.toByteArray())).hasSize(named ? 1 : 3);
    assertThat(skipped.getOrDefault("response to HEAD, without a body", 0L))
        .isEqualTo(named ? 3L : 1L);
  }

  @Test
  void shouldReturnWhatCannotBeDecodedAsADefectAndGoOn() throws Exception {
    byte[] gzip = PageInputsTest.gzip(new byte[1000]);
    response("1", HTML + "Content-Encoding: gzip\r\n", Arrays.copyOf(gzip, gzip.length / 2));
    response("2", HTML + "Content-Encoding: unheard-of\r\n", new byte[] {1});
    response("3", HTML + "Transfer-Encoding: chunked\r\n", "ff\r\n<p>cut".getBytes(UTF_8));
    response("4", HTML + "Content-Encoding: gzip\r\n", PageInputsTest.gzip(new byte[50 << 20]));
    response("5", HTML, new byte[2 << 20]);
    warc.write(
        record("response", "http://w.example/6", "application/http", "no http".getBytes(UTF_8)));
    response("7", HTML, "<p>good".getBytes(UTF_8));

    List<InputPage> pages = read("a.warc", warc.toByteArray());

    assertThat(pages).hasSize(7);
    assertThat(pages.get(6).defect()).isNull();
    assertThat(pages.subList(0, 6))
        .allSatisfy(
            page -> {
              assertThat(page.defect()).isNotBlank();
              assertThat(page.value().length).isLessThanOrEqualTo(65536);
            });
    assertThat(pages.get(3).defect()).startsWith("the body is larger than");
    assertThat(pages.get(4).defect()).startsWith("the record's body is larger than");
  }
}
