package dev.crawlsieve.files.sieve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.files.input.InputGroup;
import dev.crawlsieve.stream.config.SieveConfig;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;

final class WaczFileTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path dir;

  @Test
  void shouldFindEveryRecordThatCanBeShownByItsUrl() throws Exception {
    List<byte[]> crawl = new RandomCrawl(3).lines(2_000);
    ObjectNode page =
        JSON.createObjectNode().put("url", "https://m\u00fcnchen.example/\u00e4?b=1#c");
    page.put("html", "<title>One &amp;\n two</title><p>page " + "words of its own ".repeat(60))
        .put("status", 200);
    page.put("contentType", "text/html").put("fetchTime", "2024-05-06T07:08:09.5Z");
    crawl.add(JSON.writeValueAsBytes(page));
    crawl.add(JSON.writeValueAsBytes(page.put("url", "https://copy.example/a")));
    sieve(crawl);

    try (ZipFile zip = new ZipFile(dir.resolve("out/pages.wacz").toFile())) {
      JsonNode data = JSON.readTree(read(zip, "datapackage.json"));
      assertThat(data.path("wacz_version").asText()).isEqualTo("1.1.1");
      assertThat(JSON.readTree(read(zip, "datapackage-digest.json")).path("hash").asText())
          .isEqualTo(sha256(read(zip, "datapackage.json")));
      assertThat(data.path("resources")).hasSize(zip.size() - 2).hasSize(6);
      for (JsonNode resource : data.path("resources")) {
        byte[] bytes = read(zip, resource.path("path").asText());
        assertThat(resource.path("bytes").asInt()).isEqualTo(bytes.length);
        assertThat(resource.path("hash").asText()).isEqualTo(sha256(bytes));
      }
      List<String> lines = index(zip);
      assertThat(lines).hasSizeGreaterThan(WaczIndex.BLOCK);
      assertThat(keys(lines)).isSorted();
      Map<String, JsonNode> found = new HashMap<>();
      for (String line : lines) {
        JsonNode entry = JSON.readTree(line.substring(line.indexOf('{')));
        WarcRecord record = record(zip, entry);
        String url = WaczIndex.address(record.headers().first("WARC-Target-URI").orElseThrow());
        assertThat(entry.path("url").asText()).isEqualTo(url);
        assertThat(entry.path("digest").asText())
            .isEqualTo(record.headers().first("WARC-Payload-Digest").orElse(""));
        assertThat(entry.path("mime").asText().equals("warc/revisit"))
            .isEqualTo(record.type().equals("revisit"));
        found.put(url, entry);
      }
      JsonNode copy = found.get("https://copy.example/a");
      assertThat(copy.path("mime").asText()).isEqualTo("warc/revisit");
      assertThat(copy.path("status").asText()).isEqualTo("200");
      WarcRecord revisit = record(zip, copy);
      JsonNode original =
          found.get(
              WaczIndex.address(
                  revisit.headers().first("WARC-Refers-To-Target-URI").orElseThrow()));
      assertThat(original.path("url").asText())
          .isEqualTo("https://xn--mnchen-3ya.example/%C3%A4?b=1");
      assertThat(original.path("digest")).isEqualTo(copy.path("digest"));
      assertThat(original.path("mime").asText()).isEqualTo("text/html");
      assertThat(record(zip, original).headers().first("WARC-Target-URI"))
          .hasValue("https://xn--mnchen-3ya.example/%C3%A4?b=1#c");
      assertThat(lines)
          .anyMatch(line -> line.startsWith("example,xn--mnchen-3ya)/%c3%a4?b=1 20240506070809 {"));
      List<Verdict> copies = verdicts().stream().filter(one -> !one.kept()).toList();
      assertThat(copies.size()).as("near copies are not shown").isGreaterThan(revisits(lines));
      List<String> pages = new String(read(zip, "pages/pages.jsonl"), UTF_8).lines().toList();
      assertThat(pages.get(0)).contains("\"format\":\"json-pages-1.0\"");
      assertThat(pages)
          .anyMatch(
              one ->
                  one.endsWith(
                      "\"url\":\"https://copy.example/a\",\"ts\":\"2024-05-06T07:08:09Z\","
                          + "\"title\":\"One & two\"}"));
      assertThat(pages.stream().skip(1).map(WaczFileTest::url)).allMatch(found::containsKey);
    }
    assertThat(dir.resolve("out").toFile().list())
        .containsExactlyInAnyOrder(
            "pages.wacz", "verdicts.jsonl", "dead-letters.jsonl", "fingerprints.bin");
  }

  @Test
  void shouldListRecordsWhoseContentTypeIsNone() throws Exception {
    String http = "HTTP/1.1 200 OK\r\nContent-Type: /\r\n\r\n<p>" + "some words ".repeat(90);
    String warc =
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/\r\n"
            + "WARC-Record-ID: <urn:uuid:92283950-ef2f-4d72-b224-f54c6ec90bb0>\r\n"
            + "WARC-Date: 2024-05-06T07:08:09Z\r\n"
            + "Content-Type: application/http;msgtype=response\r\n"
            + ("Content-Length: " + http.length() + "\r\n\r\n" + http + "\r\n\r\n");
    sieve(Files.writeString(dir.resolve("crawl.warc"), warc));
    try (ZipFile zip = new ZipFile(dir.resolve("out/pages.wacz").toFile())) {
      assertThat(index(zip))
          .singleElement()
          .asString()
          .startsWith("example,a)/ 20240506070809 {")
          .doesNotContain("\"mime\"");
    }
  }

  /** Replay tools show them by the request's body, and otherwise the page at the address. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldListAnswersToPostsByTheirRequests(boolean requestFirst) throws Exception {
    String url = "https://a.example/api?x=1";
    String page = response(url, "text/html", "<title>Page</title><p>" + "some words ".repeat(90));
    String get = request(url, "GET /api?x=1 HTTP/1.1\r\n\r\n");
    String answer = response(url, "application/json", "{\"ok\":true}");
    String post =
        request(
            url,
            "POST /api?x=1 HTTP/1.1\r\nContent-Type: application/json\r\n\r\n"
                + "{\"b\":[1,2.0,\"\u00fc y\"],\"a\":{\"n\":null,\"t\":true}}");
    String form = response(url, "text/html", "<p>" + "other words ".repeat(90));
    String posted =
        request(
            url,
            "POST /api?x=1 HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded\r\n\r\n"
                + "q=a%20b&r=%2F");
    List<String> pairs = List.of(page, get, answer, post, form, posted);
    StringBuilder warc = new StringBuilder();
    for (int i = 0; i < pairs.size(); i += 2) {
      warc.append(pairs.get(requestFirst ? i + 1 : i)).append(pairs.get(requestFirst ? i : i + 1));
    }
    sieve(Files.writeString(dir.resolve("crawl.warc"), warc, UTF_8));
    try (ZipFile zip = new ZipFile(dir.resolve("out/pages.wacz").toFile())) {
      List<String> lines = index(zip);
      assertThat(keys(lines))
          .containsExactlyInAnyOrder(
              "example,a)/api?x=1 20240506070809 ",
              "example,a)/api?__wb_method=post&b.2_=2&b.3_=%c3%bc+y&b=1&n=null&t=true&x=1"
                  + " 20240506070809 ",
              "example,a)/api?__wb_method=post&q=a%20b&r=%2f&x=1 20240506070809 ");
      for (String line : lines) {
        JsonNode entry = JSON.readTree(line.substring(line.indexOf('{')));
        assertThat(entry.path("url").asText()).isEqualTo(url);
        assertThat(entry.path("method").asText()).isEqualTo(line.contains("__wb") ? "POST" : "");
        assertThat(record(zip, entry).type()).isEqualTo("response");
      }
      assertThat(new String(read(zip, "pages/pages.jsonl"), UTF_8).lines().skip(1))
          .singleElement()
          .asString()
          .contains("\"url\":\"" + url + "\"", "\"title\":\"Page\"");
    }
  }

  private static String response(String url, String type, String body) {
    return record("response", url, "HTTP/1.1 200 OK\r\nContent-Type: " + type + "\r\n\r\n" + body);
  }

  private static String request(String url, String http) {
    return record("request", url, http);
  }

  private static String record(String type, String url, String http) {
    return "WARC/1.0\r\nWARC-Type: "
        + type
        + "\r\nWARC-Target-URI: "
        + url
        + "\r\nWARC-Record-ID: <urn:uuid:"
        + UUID.nameUUIDFromBytes((type + http).getBytes(UTF_8))
        + ">\r\nWARC-Date: 2024-05-06T07:08:09Z\r\nContent-Type: application/http;msgtype="
        + type
        + "\r\nContent-Length: "
        + http.getBytes(UTF_8).length
        + "\r\n\r\n"
        + http
        + "\r\n\r\n";
  }

  @Test
  void shouldBeEmptyWithoutPages() throws Exception {
    sieve(List.of());
    try (ZipFile zip = new ZipFile(dir.resolve("out/pages.wacz").toFile())) {
      assertThat(read(zip, "indexes/index.cdx.gz")).isEmpty();
      assertThat(new String(read(zip, "pages/pages.jsonl"), UTF_8)).hasLineCount(1);
    }
  }

  /** As warcio.js 2.4.11 gives them. */
  @ParameterizedTest
  @CsvSource({
    "http://archive.org/goo/?a=2&b&a=1, 'org,archive)/goo/?a=1&a=2&b'",
    "http://www2.Example.COM:80/, 'com,example)/'",
    "https://www.example.com/A%2Fb/, 'com,example)/a%2fb/'",
    "https://example.com:8080/a#b, 'com,example:8080)/a'",
    "https://example.com/?, 'com,example)/'",
    "https://user@b\u00fccher.example, 'example,xn--bcher-kva)/'",
    "http://192.168.1.254/info/, '254,1,168,192)/info/'",
    "http://[::1]:81/x, '[::1]:81)/x'",
    "http://a.example./x, ',example,a)/x'",
    "urn:A b, urn:A%20b",
  })
  void shouldPutHostsInReverse(String url, String key) {
    assertThat(WaczIndex.key(WaczIndex.address(url))).isEqualTo(key);
  }

  @ParameterizedTest
  @CsvSource({
    "2024-02-03T04:05:06.789Z, 20240203040506",
    "2024-02-03T04:05Z, 20240203040500",
    "2024-02, 20240201000000",
    "2024, 20240101000000",
  })
  void shouldFillUpDates(String date, String time) {
    assertThat(WaczIndex.time(date)).isEqualTo(time);
  }

  private void sieve(List<byte[]> crawl) throws IOException {
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    for (byte[] line : crawl) {
      lines.writeBytes(line);
      lines.write('\n');
    }
    sieve(Files.write(dir.resolve("crawl.jsonl"), lines.toByteArray()));
  }

  private void sieve(Path input) {
    try (FileSieve sieve =
            new FileSieve(
                SieveConfig.of(Map.of()).sieve(),
                new SieveInputs(List.of(), List.of(new InputGroup(List.of(input), null))));
        SieveFiles files = SieveFiles.in(dir.resolve("out"), false, PageFormat.WACZ)) {
      sieve.sieve(files, progress -> {});
    }
  }

  private List<Verdict> verdicts() throws Exception {
    List<Verdict> verdicts = new ArrayList<>();
    for (String line : Files.readAllLines(dir.resolve("out/verdicts.jsonl"))) {
      verdicts.add(VerdictCodec.decode(line.getBytes(UTF_8)));
    }
    return verdicts;
  }

  private static int revisits(List<String> lines) {
    return (int) lines.stream().filter(line -> line.contains("\"warc/revisit\"")).count();
  }

  /** The lines of the index, each block read where the summary says it is. */
  private static List<String> index(ZipFile zip) throws IOException {
    byte[] blocks = read(zip, "indexes/index.cdx.gz");
    List<String> summary =
        new String(read(zip, "indexes/index.idx"), UTF_8).lines().skip(1).toList();
    List<String> lines = new ArrayList<>();
    for (String block : summary) {
      JsonNode place = JSON.readTree(block.substring(block.indexOf('{')));
      List<String> read = new String(unpacked(slice(blocks, place)), UTF_8).lines().toList();
      assertThat(read.get(0)).startsWith(block.substring(0, block.indexOf('{')));
      lines.addAll(read);
    }
    return lines;
  }

  private static List<String> keys(List<String> lines) {
    return lines.stream().map(line -> line.substring(0, line.indexOf('{'))).toList();
  }

  private static WarcRecord record(ZipFile zip, JsonNode entry) throws IOException {
    String path = "archive/" + entry.path("filename").asText();
    byte[] member = slice(read(zip, path), entry);
    return new WarcReader(new ByteArrayInputStream(member)).next().orElseThrow();
  }

  private static byte[] slice(byte[] bytes, JsonNode place) {
    int offset = place.path("offset").asInt();
    return Arrays.copyOfRange(bytes, offset, offset + place.path("length").asInt());
  }

  private static byte[] unpacked(byte[] member) throws IOException {
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(member))) {
      return in.readAllBytes();
    }
  }

  private static byte[] read(ZipFile zip, String path) throws IOException {
    ZipEntry entry = zip.getEntry(path);
    assertThat(entry).as(path).isNotNull();
    if (path.endsWith(".gz")) {
      assertThat(entry.getMethod()).as(path).isEqualTo(ZipEntry.STORED);
    }
    return zip.getInputStream(entry).readAllBytes();
  }

  private static String url(String page) {
    try {
      return JSON.readTree(page).path("url").asText();
    } catch (IOException e) {
      throw new AssertionError(page, e);
    }
  }

  private static String sha256(byte[] bytes) throws Exception {
    byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes);
    return "sha256:" + HexFormat.of().formatHex(hash);
  }
}
