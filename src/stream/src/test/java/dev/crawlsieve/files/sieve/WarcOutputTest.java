package dev.crawlsieve.files.sieve;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.crawlsieve.core.extract.PageReader;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.core.text.Sha256;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictCodec;
import dev.crawlsieve.files.input.InputGroup;
import dev.crawlsieve.files.input.InputPage;
import dev.crawlsieve.files.input.PageInputs;
import dev.crawlsieve.stream.config.SieveConfig;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.netpreserve.jwarc.MessageHeaders;
import org.netpreserve.jwarc.WarcDigest;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;

final class WarcOutputTest {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  /** A record as jwarc's strict reader gives it. */
  private record Read(MessageHeaders headers, byte[] block) {

    String get(String name) {
      return headers.sole(name).orElse("");
    }

    String text() {
      return new String(block, UTF_8);
    }
  }

  @TempDir Path dir;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6})
  void shouldGiveTheSamePagesWhenReadBack(int seed) throws Exception {
    Map<String, String> settings =
        switch (seed) {
          case 2 -> Map.of("dedup.scope", "host", "lanes", "3");
          case 3 -> Map.of("clusters.enabled", "true", "dedup.keep", "policy");
          case 4 -> Map.of("index.retention", "20s", "dedup.revisit", "readmit");
          case 5 -> Map.of("accept.status", "200,301,none");
          default -> Map.of();
        };
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    for (byte[] line : new RandomCrawl(seed).lines(400)) {
      lines.write(line);
      lines.write('\n');
    }
    Path input = Files.write(dir.resolve("crawl.jsonl"), lines.toByteArray());
    SieveResult asLines = sieve("lines", PageFormat.JSONL, settings, input);
    SieveResult asWarc = sieve("warc", PageFormat.WARC, settings, input);

    assertThat(asWarc.unique()).isEqualTo(asLines.unique()).isPositive();
    assertThat(asWarc.duplicate()).isEqualTo(asLines.duplicate()).isPositive();
    assertThat(files("warc", "dead-letters.jsonl")).isEqualTo(files("lines", "dead-letters.jsonl"));
    assertThat(pages("warc/unique-00000.warc.gz")).isEqualTo(pages("lines/unique.jsonl"));
    assertThat(pages("warc/unjudged-00000.warc.gz")).isEqualTo(pages("lines/unjudged.jsonl"));
    Map<String, Read> kept = new HashMap<>();
    for (Read record : records("warc/unique-00000.warc.gz")) {
      assertThat(kept.put(record.get("WARC-Record-ID"), record)).isNull();
    }
    List<Verdict> copies =
        Files.readAllLines(dir.resolve("warc/verdicts.jsonl")).stream()
            .map(WarcOutputTest::verdict)
            .filter(verdict -> !verdict.kept())
            .toList();
    List<Read> revisits = records("warc/duplicate-00000.warc.gz");
    assertThat(revisits).hasSize(copies.size() + 1);
    for (int i = 0; i < copies.size(); i++) {
      Read revisit = revisits.get(i + 1);
      assertThat(revisit.get("WARC-Type")).isEqualTo("revisit");
      assertThat(revisit.get("WARC-Target-URI")).isEqualTo(WarcValues.target(copies.get(i).url()));
      Read original = kept.get(revisit.get("WARC-Refers-To"));
      assertThat(original).as(revisit.get("WARC-Refers-To")).isNotNull();
      assertThat(original.get("WARC-Target-URI"))
          .isEqualTo(WarcValues.target(copies.get(i).duplicateOf().url()));
      boolean same = revisit.get("WARC-Profile").contains("identical");
      assertThat(revisit.get("WARC-Refers-To-Target-URI"))
          .isEqualTo(same ? original.get("WARC-Target-URI") : "");
      assertThat(revisit.get("WARC-Refers-To-Date"))
          .isEqualTo(same ? original.get("WARC-Date") : "");
    }
    assertThat(dir.resolve("warc").toFile().list())
        .containsExactlyInAnyOrder(
            "unique-00000.warc.gz",
            "duplicate-00000.warc.gz",
            "unjudged-00000.warc.gz",
            "verdicts.jsonl",
            "dead-letters.jsonl",
            "fingerprints.bin");
  }

  @Test
  void shouldKeepRecordsByteForByte() throws Exception {
    String image = record("http://a.example/i", "image/png", "PNG", "WARC-Odd: kept as it was\r\n");
    String page = record("http://a.example/1", "text/html", "<p>some words of its own", "");
    String other =
        record("<http://a.example/2>", "text/html", "<p>other words", "WARC-X:  two  blanks \r\n");
    String resource =
        String.join(
            "\r\n",
            "WARC/1.0",
            "Content-Type: text/plain",
            "WARC-Type: resource",
            "WARC-Target-URI: http://a.example/3",
            "WARC-Date: 2020",
            "WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000003>",
            "Content-Length: 10",
            "",
            "plain text",
            "",
            "");
    Path input = write("in.warc", image + page + other + resource);
    assertThat(sieve("out", PageFormat.WARC, Map.of(), input).unique()).isEqualTo(3);
    assertThat(afterInfo("out/unique-00000.warc.gz")).isEqualTo(page + other + resource);
    assertThat(afterInfo("out/unjudged-00000.warc.gz")).isEqualTo(image);
    // Once more, with the output as the input.
    SieveResult again =
        sieve("again", PageFormat.WARC, Map.of(), dir.resolve("out/unique-00000.warc.gz"));
    assertThat(again.unique()).isEqualTo(3);
    assertThat(afterInfo("again/unique-00000.warc.gz")).isEqualTo(page + other + resource);
  }

  @Test
  void shouldWriteMalformedHeadersAnewAndKeepTheirBlocks() throws Exception {
    String http = "HTTP/1.1 200 OK\nContent-Type: text/html\n\n<p>words in a sloppy archive";
    String sloppy =
        "warc/0.18\nwarc-type: Response\nWARC-Target-URI: http://a.example/a b\n"
            + "no field\nX Y: not a token\nX-Kept: yes\nContent-Length: "
            + http.length()
            + "\n\n"
            + http
            + "\n\n";
    Path warc = write("sloppy.warc", sloppy);
    String arc =
        "filedesc://x.arc 0.0.0.0 20200102030405 text/plain 14\n1 0 crawler\n\n\n"
            + "http://a.example/arc 192.0.2.1 20200102030405 text/html "
            + http.length()
            + "\n"
            + http.replace("sloppy", "ancient")
            + "\n";
    Path old = write("old.arc", arc.replace(" " + http.length(), " " + (http.length() + 1)));
    assertThat(sieve("out", PageFormat.WARC, Map.of(), warc, old).unique()).isEqualTo(2);
    List<Read> records = records("out/unique-00000.warc.gz");
    assertThat(records.get(1).text()).isEqualTo(http);
    assertThat(records.get(1).get("WARC-Type")).isEqualTo("response");
    assertThat(records.get(1).get("WARC-Target-URI")).isEqualTo("http://a.example/a%20b");
    assertThat(records.get(1).get("X-Kept")).isEqualTo("yes");
    assertThat(records.get(1).get("WARC-Date")).isEqualTo(START.toString());
    assertThat(records.get(1).get("WARC-Record-ID")).startsWith("<urn:uuid:");
    assertThat(records.get(2).text()).isEqualTo(http.replace("sloppy", "ancient"));
    assertThat(records.get(2).get("WARC-Date")).isEqualTo("2020-01-02T03:04:05Z");
    assertThat(records.get(2).get("WARC-IP-Address")).isEqualTo("192.0.2.1");
    assertThat(records.get(2).get("WARC-Payload-Digest"))
        .isEqualTo(sha1("<p>words in a ancient archive"));
  }

  @Test
  void shouldNameTheProfileThatHolds() throws Exception {
    String words = words(0);
    String html = "<html><body><p>" + words + "</p></body></html>";
    Path input =
        write(
            "in.warc",
            record("http://a.example/1", "text/html", html, "")
                + record("http://a.example/2", "text/html", html, "")
                + record("http://a.example/3", "text/html", html + "<!-- another -->", "")
                + record("http://a.example/4", "text/html", html.replace("w77x", "changed"), "")
                + record("http://a.example/5", "text/html", html, "WARC-Payload-Digest: sha1:A\r\n")
                + record("http://a.example/1", "text/html", html, ""));
    SieveResult result = sieve("out", PageFormat.WARC, Map.of("near.names", "ignore"), input);
    assertThat(result.unique()).isEqualTo(1);
    List<Read> revisits = records("out/duplicate-00000.warc.gz");
    String identical = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest";
    assertThat(revisits.stream().skip(1).map(revisit -> revisit.get("WARC-Profile")))
        .containsExactly(
            identical,
            "https://crawlsieve.dev/revisit/same-text",
            "https://crawlsieve.dev/revisit/near-text",
            identical,
            identical);
    Read first = revisits.get(1);
    assertThat(first.text()).isEqualTo("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n");
    assertThat(first.get("Content-Type")).isEqualTo("application/http;msgtype=response");
    assertThat(first.get("WARC-Refers-To"))
        .isEqualTo(records("out/unique-00000.warc.gz").get(1).get("WARC-Record-ID"));
    assertThat(first.get("WARC-Payload-Digest")).startsWith("sha1:");
    assertThat(revisits.get(4).get("WARC-Payload-Digest")) // not what its record states
        .isEqualTo(first.get("WARC-Payload-Digest"));
  }

  /** In hexadecimal or base32, by one algorithm or another, or not stated at all. */
  @Test
  void shouldCompareDigestsNotTheirForms() throws Exception {
    String html = "<p>" + words(0);
    String base32 = sha1(html);
    String hex = "sha1:" + new WarcDigest(base32).hex();
    byte[] sha256 = Sha256.digest().digest(html.getBytes(UTF_8));
    List<String> forms =
        List.of(
            base32,
            hex,
            hex.replace("sha1", "SHA-1"),
            "sha256:" + HexFormat.of().formatHex(sha256),
            "md5:00",
            "");
    StringBuilder warc = new StringBuilder();
    for (int i = 0; i < forms.size(); i++) {
      String field = forms.get(i).isEmpty() ? "" : "WARC-Payload-Digest: " + forms.get(i) + "\r\n";
      warc.append(record("http://a.example/" + i, "text/html", html, field));
    }
    Path input = write("in.warc", warc.toString());
    assertThat(sieve("out", PageFormat.WARC, Map.of("near.names", "ignore"), input).unique())
        .isEqualTo(1);
    List<Read> revisits = records("out/duplicate-00000.warc.gz");
    assertThat(revisits.stream().skip(1))
        .hasSize(forms.size() - 1)
        .allMatch(revisit -> revisit.get("WARC-Profile").contains("identical-payload-digest"))
        .allMatch(revisit -> revisit.get("WARC-Payload-Digest").equals(base32))
        .allMatch(revisit -> !revisit.get("WARC-Refers-To-Date").isEmpty());
  }

  @ParameterizedTest
  @CsvSource({
    "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ, sha1:da39a3ee5e6b4b0d3255bfef95601890afd80709, true",
    "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ, sha-1:DA39A3EE5E6B4B0D3255BFEF95601890AFD80709, true",
    "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ, sha1:da39a3ee5e6b4b0d3255bfef95601890afd80708, false",
    "md5:d41d8cd98f00b204e9800998ecf8427e, md5:2QOYZWMPACZAJ2MABGMOZ6CCPY, true",
    "md5:d41d8cd98f00b204e9800998ecf8427e, sha1:d41d8cd98f00b204e9800998ecf8427e, false",
    "sha1:A, sha1:A, true",
    "sha1:A, sha1:B, false",
    "x, y, false",
    "'', '', false",
  })
  void shouldKnowTheFormsOfADigest(String one, String other, boolean same) {
    assertThat(WarcValues.sameDigest(one, other)).isEqualTo(same);
    assertThat(WarcValues.sameDigest(other, one)).isEqualTo(same);
  }

  /** Replay tools follow the address and date of any revisit. */
  @Test
  void shouldReferToOtherBytesByTheirIdAlone() throws Exception {
    String html = "<html><body><p>" + words(0) + "</p></body></html>";
    Path input =
        write(
            "in.jsonl",
            event("http://a.example/k", html).put("status", 200)
                + "\n"
                + event("http://b.example/k", html + "<!-- other -->").put("status", 200)
                + "\n"
                + event("http://c.example/k", html).put("status", 200));
    assertThat(sieve("out", PageFormat.WARC, Map.of(), input).duplicate()).isEqualTo(2);
    List<Read> revisits = records("out/duplicate-00000.warc.gz");
    String kept = records("out/unique-00000.warc.gz").get(1).get("WARC-Record-ID");
    assertThat(revisits.get(1).get("WARC-Profile")).endsWith("same-text");
    assertThat(revisits.get(1).get("WARC-Refers-To")).isEqualTo(kept);
    assertThat(revisits.get(1).headers().all("WARC-Refers-To-Target-URI")).isEmpty();
    assertThat(revisits.get(1).headers().all("WARC-Refers-To-Date")).isEmpty();
    assertThat(revisits.get(2).get("WARC-Refers-To")).isEqualTo(kept);
    assertThat(revisits.get(2).get("WARC-Refers-To-Target-URI")).isEqualTo("http://a.example/k");
  }

  private static String sha1(String payload) {
    return WarcValues.digest(payload.getBytes(UTF_8), 0);
  }

  @Test
  void shouldMakeAResponseOfAnEventWithAStatus() throws Exception {
    ObjectNode event =
        event("http://a.example/1", "<p>ü")
            .put("status", 200)
            .put("contentType", "text/html; charset=iso-8859-1")
            .put("fetchTime", "1700000000.5");
    ObjectNode headers = event.putObject("headers");
    headers.put("content-length", 99).put("Content-Encoding", "gzip").put("X-A", 7);
    headers.putArray("Set-Cookie").add("a=1").add("b=2");
    headers.putNull("X-Null");
    Path input = write("in.jsonl", event + "\n" + event("http://a.example/2", "<p>other"));
    assertThat(sieve("out", PageFormat.WARC, Map.of(), input).unique()).isEqualTo(2);
    List<Read> records = records("out/unique-00000.warc.gz");
    assertThat(records.get(1).text())
        .isEqualTo(
            "HTTP/1.1 200 \r\nContent-Type: text/html; charset=utf-8\r\nX-A: 7\r\n"
                + "Set-Cookie: a=1\r\nSet-Cookie: b=2\r\nContent-Length: 5\r\n\r\n<p>ü");
    assertThat(records.get(1).get("WARC-Type")).isEqualTo("response");
    assertThat(records.get(1).get("WARC-Date")).isEqualTo("2023-11-14T22:13:20.500Z");
    assertThat(records.get(2).get("WARC-Type")).isEqualTo("resource");
    assertThat(records.get(2).get("Content-Type")).isEqualTo("text/html; charset=utf-8");
    assertThat(records.get(2).get("WARC-Date")).isEqualTo(START.toString());
    assertThat(records.get(2).text()).isEqualTo("<p>other");
  }

  @Test
  void shouldNotLetAPageWriteHeaders() throws Exception {
    String forged = "\r\n\r\nWARC/1.1\r\nWARC-Type: warcinfo\r\n\r\n";
    String body = words(0);
    List<ObjectNode> events = new ArrayList<>();
    events.add(event("http://a.example/1" + forged, "<p>one"));
    events.add(event(" http://a.example/\u0000\u007f\u0085\u2028? ü", "<p>two"));
    ObjectNode odd = event("http://a.example/3", "<p>three").put("status", 200);
    odd.put("contentType", "text/html; charset=x" + forged);
    odd.putObject("headers")
        .put("X-Split", "a" + forged + "b")
        .put("Bad Name", "x")
        .put("Bad\r\nName", "x")
        .put("", "x")
        .put("X-Long", "v".repeat(300_000))
        .put("Location", "http://a.example/ü…");
    events.add(odd);
    events.add(event("http://a.example/" + "ü".repeat((16_384 - 18) / 6), "<p>four"));
    events.add(event("http://a.example/" + "u".repeat(1_000_000), "<p>too long"));
    events.add(
        event("http://a.example/6", body)
            .put("status", "000")
            .put("fetchTime", "-0044-03-15T12:00:00Z"));
    events.add(event("http://a.example/7", body).put("status", "000").put("fetchTime", ""));
    events.add(event("http://a.example/8", "<p>eight").put("contentType", "a/b" + forged + "c/d"));
    events.get(7).put("status", 201).remove("html");
    Path input = dir.resolve("in.jsonl");
    for (ObjectNode event : events) {
      byte[] line = (event + "\n").replace("?", "\\ud800").getBytes(UTF_8);
      Files.write(input, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
    SieveResult result =
        sieve("out", PageFormat.WARC, Map.of("accept.status", "000,200,none"), input);
    assertThat(result.deadLetters()).isEqualTo(1);
    assertThat(result.unique()).isEqualTo(5);
    assertThat(result.duplicate()).isEqualTo(1);
    List<Read> records = records("out/unique-00000.warc.gz");
    assertThat(records).hasSize(6);
    assertThat(records.stream().skip(1).map(record -> record.get("WARC-Target-URI")).limit(3))
        .containsExactly(
            "http://a.example/1WARC/1.1WARC-Type:%20warcinfo",
            "http://a.example/%00%7F%C2%85%E2%80%A8%EF%BF%BD%20%C3%BC", "http://a.example/3");
    String block = records.get(3).text();
    assertThat(block.substring(0, block.indexOf("\r\n\r\n")).lines())
        .hasSize(6)
        .contains("X-Split: a WARC/1.1 WARC-Type: warcinfo b");
    assertThat(pages("out/unique-00000.warc.gz")).hasSize(5);
    assertThat(records.get(5).get("WARC-Date")).isEqualTo(START.toString());
    assertThat(records("out/duplicate-00000.warc.gz")).hasSize(2);
    List<Read> unjudged = records("out/unjudged-00000.warc.gz");
    assertThat(unjudged).hasSize(2);
    assertThat(unjudged.get(1).text().lines())
        .contains("Content-Type: a/b warc/1.1 warc-type: warcinfo c/d; charset=utf-8");
  }

  @ParameterizedTest
  @CsvSource({
    "http://m\u00fcnchen.example/stra\u00dfe?q=\u20ac#\u00fc,"
        + " http://xn--mnchen-3ya.example/stra%C3%9Fe?q=%E2%82%AC#%C3%BC",
    "https://fa\u00df.example, https://xn--fa-hia.example/", // not fass.example
    "HTTP://u\u00fc@a@B\u00dcCHER.Example:8080/A%2f, http://xn--bcher-kva.example:8080/A%2f",
    "http://b\u00fccher.example.\\\u00fc, http://xn--bcher-kva.example./%C3%BC",
    "http://Example.COM/a?b#c, http://example.com/a?b#c",
    "http://[::1]:80/\u00fc, http://[::1]/%C3%BC",
    "http://a.example/\ud83d\ude00, http://a.example/%F0%9F%98%80",
    "http://nopath.example, http://nopath.example/",
    "http://nopath.example?q, http://nopath.example/?q",
    "http://nopath.example?, http://nopath.example/?",
    "http://a.example:80/p, http://a.example/p",
    "https://a.example:443/p, https://a.example/p",
    "https://a.example:80/p, https://a.example:80/p",
    "http://a.example.:80, http://a.example./",
    "http://a.example/dots/../up, http://a.example/up",
    "http://a.example/a/./b/%2e%2E/c/.., http://a.example/a/",
    "http://a.example/b//../c/..d/.e, http://a.example/b/c/..d/.e",
    "http://a.example/.., http://a.example/",
    "http://a.example/%zz%, http://a.example/%zz%",
    "http://a.example/^|x{}`<>\"?^|{}`<>\"#^|{}`<>\","
        + "http://a.example/%5E%7Cx%7B%7D%60%3C%3E%22?^|{}`%3C%3E%22#^|{}%60%3C%3E%22",
    "'http://a.example/it''s?x=''y''#''z''', 'http://a.example/it''s?x=%27y%27#''z'''",
    "http:///\u00fc, http://xn--tda/",
  })
  void shouldNameTargetsAsBrowsersAskForThem(String url, String target) {
    assertThat(WarcValues.target(url)).isEqualTo(target);
    assertThat(WarcValues.target(target)).isEqualTo(target);
  }

  /** Nothing that browsers could ask for. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://\u00fc%20a.example/\u00fc",
        "http://\u00fc_\u2028.example/",
        "http://xn--\u00fc.example/",
        "ftp://b\u00fccher.example/\u00fc",
        "urn:\u00fc",
        "\u00fc",
        "",
      })
  void shouldLeaveOddTargetsAsTheyCame(String url) {
    assertThat(WarcValues.target(url)).isEqualTo(url);
    assertThat(WarcValues.target(url + "\r\nWARC-Type: x")).doesNotContain("\r", "\n");
    assertThat(WarcValues.target("http://" + "\u00fc".repeat(16_000) + "/"))
        .isEqualTo("http://" + "\u00fc".repeat(16_000) + "/");
  }

  @Test
  void shouldWriteTheHostOfAnEventInAscii() throws Exception {
    Path input =
        write(
            "in.jsonl",
            event("http://m\u00fcnchen.example/\u00fc", "<p>" + words(0))
                + "\n"
                + event("http://b\u00fccher.example/", "<p>" + words(0)));
    assertThat(sieve("out", PageFormat.WARC, Map.of(), input).duplicate()).isEqualTo(1);
    assertThat(records("out/unique-00000.warc.gz").get(1).get("WARC-Target-URI"))
        .isEqualTo("http://xn--mnchen-3ya.example/%C3%BC");
    Read revisit = records("out/duplicate-00000.warc.gz").get(1);
    assertThat(revisit.get("WARC-Target-URI")).isEqualTo("http://xn--bcher-kva.example/");
    assertThat(revisit.get("WARC-Refers-To-Target-URI"))
        .isEqualTo("http://xn--mnchen-3ya.example/%C3%BC");
  }

  /** A record stays what it was, and what refers to it says the same. */
  @Test
  void shouldReferToRecordsByTheirOwnTargets() throws Exception {
    String html = "<p>" + words(0);
    String url = "http://m\u00fcnchen.example/\u00fc";
    String first = record(url, "text/html", html, "");
    Path input = write("in.warc", first + record("http://a.example/", "text/html", html, ""));
    assertThat(sieve("out", PageFormat.WARC, Map.of(), input).duplicate()).isEqualTo(1);
    assertThat(afterInfo("out/unique-00000.warc.gz")).isEqualTo(first);
    assertThat(records("out/duplicate-00000.warc.gz").get(1).get("WARC-Refers-To-Target-URI"))
        .isEqualTo(url);
  }

  @Test
  void shouldBeginAnotherFileWhenOneIsFull() throws Exception {
    Path out = Files.createDirectories(dir.resolve("out"));
    try (UnfinishedFiles files = new UnfinishedFiles(out)) {
      SieveFolder folder = new SieveFolder(out);
      WarcFiles archives = new WarcFiles(folder, files, folder.unique(), 2_000);
      for (int i = 0; i < 100; i++) {
        archives.add(
            WarcValues.member(
                "WARC/1.1\r\nWARC-Type: x\r\nContent-Length: 1\r\n\r\n".getBytes(UTF_8),
                new byte[1]));
      }
      files.finish(name -> false, Set.of());
    }
    List<Path> written;
    try (Stream<Path> files = Files.list(out)) {
      written = files.sorted().toList();
    }
    assertThat(written).hasSizeBetween(4, 8);
    int records = 0;
    for (Path file : written) {
      assertThat(Files.size(file)).isLessThan(2_200);
      List<Read> read = records(dir.relativize(file).toString());
      assertThat(read.get(0).get("WARC-Type")).isEqualTo("warcinfo");
      assertThat(read.get(0).get("WARC-Filename")).isEqualTo(file.getFileName().toString());
      records += read.size() - 1;
    }
    assertThat(records).isEqualTo(100);
  }

  @Test
  void shouldLeaveNothingThatLooksWholeWhenStopped() throws Exception {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      lines.add(event("http://a.example/" + i, "words of its own ".repeat(50) + i).toString());
    }
    Path input = Files.write(dir.resolve("in.jsonl"), lines);
    FileSieve sieve =
        new FileSieve(
            SieveConfig.of(Map.of()).sieve(),
            new SieveInputs(List.of(), List.of(new InputGroup(List.of(input), null))));
    SieveFiles files = SieveFiles.in(dir.resolve("out"), false, PageFormat.WARC);
    Thread stopping = new Thread(sieve::close);
    assertThatThrownBy(
            () ->
                sieve.sieve(
                    files,
                    progress -> {
                      if (stopping.getState() == Thread.State.NEW) {
                        stopping.start();
                      }
                    }))
        .isInstanceOf(SieveException.class)
        .hasMessage("stopped");
    sieve.close();
    assertThat(dir.resolve("out").toFile().list())
        .isNotEmpty()
        .allMatch(name -> name.endsWith(".unfinished"));
  }

  @Test
  void shouldReplaceAnEarlierRunInTheOtherFormat() throws Exception {
    Path input = write("in.jsonl", event("http://a.example/1", "<p>words").toString());
    assertThat(sieve("out", PageFormat.WARC, Map.of(), input).unique()).isEqualTo(1);
    Files.writeString(dir.resolve("out/unique-00001.warc.gz"), "of a larger run");
    Files.writeString(dir.resolve("out/notes.txt"), "the user's own");
    try (FileSieve sieve =
            new FileSieve(
                SieveConfig.of(Map.of()).sieve(),
                new SieveInputs(List.of(), List.of(new InputGroup(List.of(input), null))));
        SieveFiles files = SieveFiles.in(dir.resolve("out"), true)) {
      assertThat(sieve.sieve(files, progress -> {}).unique()).isEqualTo(1);
    }
    assertThat(dir.resolve("out").toFile().list())
        .containsExactlyInAnyOrder(
            "unique.jsonl",
            "duplicate.jsonl",
            "unjudged.jsonl",
            "verdicts.jsonl",
            "dead-letters.jsonl",
            "fingerprints.bin",
            "notes.txt");
  }

  /** A full disk: every write to /dev/full fails. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldRemoveItsFilesFromAFullDisk() throws Exception {
    Path out = Files.createDirectories(dir.resolve("out"));
    Files.createSymbolicLink(out.resolve("unique-00000.warc.gz.unfinished"), Path.of("/dev/full"));
    Path input = write("in.jsonl", event("http://a.example/1", "<p>words").toString());
    assertThatThrownBy(() -> sieve("out", PageFormat.WARC, Map.of(), input))
        .isInstanceOf(SieveException.class)
        .hasMessage("the output cannot be written: No space left on device");
    assertThat(out).isEmptyDirectory();
  }

  private SieveResult sieve(
      String out, PageFormat format, Map<String, String> settings, Path... inputs) {
    try (FileSieve sieve =
            new FileSieve(
                SieveConfig.of(settings).sieve(),
                new SieveInputs(List.of(), List.of(new InputGroup(List.of(inputs), null))),
                new InFlight(20, 200_000),
                2,
                () -> START,
                FileSieve.CHECKPOINT_EVERY);
        SieveFiles files = SieveFiles.in(dir.resolve(out), false, format)) {
      return sieve.sieve(files, progress -> {});
    }
  }

  private static Verdict verdict(String line) {
    try {
      return VerdictCodec.decode(line.getBytes(UTF_8));
    } catch (Exception e) {
      throw new AssertionError(line, e);
    }
  }

  /** What makes a page: its URL, status and content, and how the content is read. */
  private List<List<Object>> pages(String file) throws Exception {
    SieveConfig config = SieveConfig.of(Map.of());
    PageReader reader = PageReader.of(config.page());
    List<List<Object>> pages = new ArrayList<>();
    try (PageInputs inputs = PageInputs.open(List.of(dir.resolve(file)), 1 << 24)) {
      for (InputPage next = inputs.next(); next != null; next = inputs.next()) {
        assertThat(next.defect()).as(next.origin()).isNull();
        Page page = reader.read(next.key(), next.value(), name -> null);
        pages.add(
            List.of(
                WarcValues.target(page.url()),
                page.status(),
                page.type().declared().replaceFirst("; *charset=utf-8$", ""),
                text(page),
                page.fetchTime().isEmpty() ? START.toString() : page.fetchTime()));
      }
    }
    return pages;
  }

  private static String text(Page page) {
    // What no encoding of Unicode can hold is replaced, in both.
    return new String(page.body().bytes(), ISO_8859_1);
  }

  private byte[] files(String out, String name) throws IOException {
    return Files.readAllBytes(dir.resolve(out).resolve(name));
  }

  private List<Read> records(String file) throws IOException {
    List<Read> records = new ArrayList<>();
    try (WarcReader reader = new WarcReader(dir.resolve(file))) {
      for (WarcRecord record : reader) {
        records.add(new Read(record.headers(), record.body().stream().readAllBytes()));
      }
    }
    return records;
  }

  /** Everything after the first record, uncompressed. */
  private String afterInfo(String file) throws IOException {
    byte[] stored = Files.readAllBytes(dir.resolve(file));
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(stored))) {
      String all = new String(in.readAllBytes(), UTF_8);
      return all.substring(all.indexOf("\r\n\r\nWARC/1.0") + 4);
    }
  }

  private Path write(String name, String content) throws IOException {
    return Files.writeString(dir.resolve(name), content);
  }

  private static ObjectNode event(String url, String html) {
    return JsonNodeFactory.instance.objectNode().put("url", url).put("html", html);
  }

  private static String words(int from) {
    StringBuilder words = new StringBuilder();
    for (int i = from; i < from + 200; i++) {
      words.append('w').append(i).append("x ");
    }
    return words.toString();
  }

  private static String record(String url, String type, String body, String more) {
    String http = "HTTP/1.1 200 OK\r\nContent-Type: " + type + "\r\n\r\n" + body;
    return "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: "
        + url
        + "\r\nWARC-Date: 2024-02-03T04:05:06Z\r\nWARC-Record-ID: <urn:uuid:"
        + UUID.nameUUIDFromBytes((url + body + more).getBytes(UTF_8))
        + ">\r\n"
        + more
        + "Content-Type: application/http; msgtype=response\r\nContent-Length: "
        + http.length()
        + "\r\n\r\n"
        + http
        + "\r\n\r\n";
  }
}
