package dev.crawlsieve.files.bodies;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.config.BodyRefSettings;
import dev.crawlsieve.core.config.PageSettings;
import dev.crawlsieve.core.extract.PageReader;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.BodyRef;
import dev.crawlsieve.core.page.BodySource;
import dev.crawlsieve.core.page.HttpUrl;
import dev.crawlsieve.core.page.Page;
import dev.crawlsieve.core.page.ReferredBody;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class BodiesTest {

  private static final String URL = "http://a.example/page";
  private static final int MAX_BYTES = 100_000;
  private static final PageSettings PAGES =
      new PageSettings(PageSettings.Format.JSON, MAX_BYTES, Set.of("utm_*"));

  @TempDir Path root;
  private BodySource bodies;

  private HttpUrl address;

  @BeforeEach
  void open() throws Exception {
    address = HttpUrl.parse(URL);
    bodies = Bodies.of(BodyRefSettings.of(List.of(root.toString()), Duration.ofSeconds(1)), PAGES);
  }

  private BodyRef stored(byte[]... parts) throws IOException {
    byte[] all = Archives.joined(parts);
    Path file = Files.write(root.resolve("a.warc.gz"), all);
    return new BodyRef(file.toUri().toString(), 0, all.length);
  }

  private static byte[] html(String text) {
    return Archives.response(URL, "text/html", text.getBytes(UTF_8));
  }

  private void assertMissing(BodyRef ref, String reason) {
    assertThatThrownBy(() -> bodies.read(ref, address))
        .isInstanceOf(BadPageException.class)
        .hasMessageStartingWith("the body at " + ref + " cannot be had: ")
        .hasMessageContaining(reason);
  }

  @Test
  void shouldReadAResponse() throws Exception {
    for (byte[] form : List.of(html("<p>Grüße"), Archives.gzip(html("<p>Grüße")))) {
      ReferredBody page = bodies.read(stored(form), address);
      assertThat(new String(page.body(), UTF_8)).isEqualTo("<p>Grüße");
      assertThat(page.form()).isEqualTo(ReferredBody.Form.HTML);
      assertThat(page.status()).isEqualTo("200");
      assertThat(page.contentType()).isEqualTo("text/html");
      assertThat(page.fetchTime()).isEqualTo("2024-02-03T04:05:06Z");
    }
  }

  @Test
  void shouldReadOneRecordAmongOthers() throws Exception {
    byte[] before = Archives.gzip(Archives.response("http://b.example/", "text/html", new byte[9]));
    byte[] member = Archives.gzip(html("<p>this"));
    BodyRef all = stored(before, member, before);
    BodyRef ref = new BodyRef(all.uri(), before.length, member.length);
    assertThat(new String(bodies.read(ref, address).body(), UTF_8)).isEqualTo("<p>this");
  }

  @Test
  void shouldReadAResourceAndUndoContentEncodings() throws Exception {
    byte[] resource = Archives.record("resource", URL, "<p>r".getBytes(UTF_8));
    ReferredBody page = bodies.read(stored(Archives.gzip(resource)), address);
    assertThat(page.status()).isEmpty();
    assertThat(page.contentType()).isEqualTo("text/html");
    byte[] encoded =
        Archives.record(
            "response",
            URL,
            Archives.http(
                "HTTP/1.1 200 OK\r\nContent-Encoding: gzip",
                Archives.gzip("<p>e".getBytes(UTF_8))));
    assertThat(bodies.read(stored(encoded), address).body()).isEqualTo("<p>e".getBytes(UTF_8));
  }

  @Test
  void shouldGiveThePageThatTheSameFieldsWithABodyGive() throws Exception {
    PageReader reader = PageReader.of(PAGES, bodies);
    byte[] latin = "<meta charset=latin1><p>Grüße".getBytes(ISO_8859_1);
    stored(
        Archives.record(
            "response",
            URL,
            Archives.http(
                "HTTP/1.1 203 Yes\r\nContent-Type: text/html\r\nContent-Language: de\r\n"
                    + "Link: <http://c.example/>; rel=canonical",
                latin)));
    Page page = reader.read(null, event("'url':'" + URL + "'"), name -> null);
    assertThat(page.body().bytes()).isEqualTo(latin);
    assertThat(page.status()).isEqualTo("203");
    assertThat(page.type().declared()).isEqualTo("text/html");
    assertThat(page.language()).isEqualTo("de");
    assertThat(page.link()).contains("c.example");
    assertThat(page.fetchTime()).isEqualTo("2024-02-03T04:05:06Z");
    Page own =
        reader.read(
            null,
            event(
                "'url':'http://www.a.example:80/page?utm_x=1','status':200,'contentType':'text/html"
                    + ";charset=latin1','headers':{'Content-Language':'nl'},'fetchTime':0"),
            name -> null);
    assertThat(own.status()).isEqualTo("200");
    assertThat(own.type().declared()).isEqualTo("text/html;charset=latin1");
    assertThat(own.language()).isEqualTo("nl");
    assertThat(own.link()).isEmpty();
    assertThat(own.fetchTime()).isEqualTo("1970-01-01T00:00:00Z");
  }

  private byte[] event(String fields) throws IOException {
    Path file = root.resolve("a.warc.gz");
    return ("{"
            + fields
            + ",'bodyRef':{'uri':'"
            + file.toUri()
            + "','offset':0,'length':"
            + Files.size(file)
            + ",'digest':'ignored'}}")
        .replace('\'', '"')
        .getBytes(UTF_8);
  }

  @Test
  void shouldRefuseWhatTheReferenceDoesNotFit() throws Exception {
    byte[] member = Archives.gzip(html("<p>words and words"));
    BodyRef ref = stored(member, member);
    assertMissing(new BodyRef(ref.uri(), 0, member.length - 1), "truncated");
    assertMissing(new BodyRef(ref.uri(), 0, 20), "truncated");
    assertMissing(new BodyRef(ref.uri(), 0, member.length + 1), "gzip member");
    assertMissing(ref, "more follows the record");
    assertMissing(new BodyRef(ref.uri(), 1, member.length), "not one whole record");
    assertMissing(new BodyRef(ref.uri(), 0, 1), "not one whole record");
    assertMissing(new BodyRef(ref.uri(), 2L * member.length, 1), "the file ends before that");
    byte[] plain = html("<p>words and words");
    BodyRef whole = stored(plain, plain);
    assertMissing(new BodyRef(whole.uri(), 0, plain.length - 10), "not one whole record");
    assertMissing(new BodyRef(whole.uri(), 0, plain.length + 9), "more follows the record");
    assertMissing(stored("\r\n\r\n".getBytes(UTF_8)), "only empty lines");
    assertMissing(stored(Archives.gzip(new byte[0])), "only empty lines");
  }

  @ParameterizedTest
  @ValueSource(strings = {"request", "revisit", "metadata", "conversion", "warcinfo"})
  void shouldRefuseRecordsOfOtherTypes(String type) throws Exception {
    BodyRef ref = stored(Archives.gzip(Archives.record(type, URL, "x".getBytes(UTF_8))));
    assertMissing(ref, "the record is a " + type + ", must be a response or a resource");
  }

  @Test
  void shouldRefuseTheRecordOfAnotherPage() throws Exception {
    BodyRef ref = stored(Archives.gzip(Archives.response("http://b.example/", "", new byte[1])));
    assertMissing(ref, "archives another URL");
    assertMissing(stored(Archives.record("response", "dns:a", new byte[1])), "another URL");
    assertMissing(stored(Archives.record("resource", "dns:a", new byte[1])), "another URL");
  }

  @Test
  void shouldRefuseBodiesThatAreTooLarge() throws Exception {
    byte[] most = new byte[MAX_BYTES];
    Arrays.fill(most, (byte) 'a');
    byte[] more = Arrays.copyOf(most, MAX_BYTES + 1);
    assertThat(bodies.read(stored(Archives.response(URL, "", most)), address).body())
        .isEqualTo(most);
    String tooLarge = "the body is larger than 100000 bytes (page.max.bytes)";
    assertMissing(stored(Archives.gzip(Archives.response(URL, "", more))), tooLarge);
    byte[] encoded = Archives.http("HTTP/1.1 200\r\nContent-Encoding: gzip", Archives.gzip(more));
    assertMissing(stored(Archives.record("response", URL, encoded)), tooLarge);
    assertMissing(new BodyRef("file:///a", 0, 1 << 20), "page.max.bytes");
    assertMissing(new BodyRef("file:///a", 0, Long.MAX_VALUE), "page.max.bytes");
    assertMissing(new BodyRef("file:///a", Long.MAX_VALUE, 1), "no archive is that long");
  }

  @Test
  @Timeout(60)
  void shouldStopAtABomb() throws Exception {
    ByteArrayOutputStream bomb = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bomb)) {
      out.write(
          "WARC/1.1\r\nWARC-Type: response\r\nContent-Length: 5000000000\r\n\r\n".getBytes(UTF_8));
      for (int i = 0; i < 500; i++) {
        out.write(new byte[1 << 20]);
      }
    }
    BodyRef ref = stored(bomb.toByteArray());
    for (int i = 0; i < 50; i++) {
      assertMissing(ref, "larger than 100000 bytes");
    }
  }

  @Test
  void shouldReadARecordWhoseBodyBeginsWithEmptyGzipMembers() throws Exception {
    byte[] empty = Archives.gzip(new byte[0]);
    ByteArrayOutputStream members = new ByteArrayOutputStream();
    for (int i = 0; i < 4_000; i++) {
      members.write(empty);
    }
    members.write(Archives.gzip("<p>page".getBytes(UTF_8)));
    byte[] http = Archives.http("HTTP/1.1 200\r\nContent-Encoding: gzip", members.toByteArray());
    byte[] record = Archives.record("response", URL, http);
    assertThat(bodies.read(stored(record), address).body()).isEqualTo("<p>page".getBytes(UTF_8));
    assertThat(bodies.read(stored(Archives.gzip(record)), address).body())
        .isEqualTo("<p>page".getBytes(UTF_8));
    BodyRef ref = stored(members.toByteArray(), Archives.gzip(html("<p>x")));
    assertThat(ref.length()).isPositive();
    assertMissing(ref, "not one whole record");
  }

  @Test
  @Timeout(60)
  void shouldRefuseEndlessHeaders() throws Exception {
    byte[] header = ("WARC/1.1\r\n" + "a: b\r\n".repeat(90_000)).getBytes(UTF_8);
    assertMissing(stored(header), "not one whole record");
    byte[] members = new byte[0];
    for (int i = 0; i < 10_000; i++) {
      members = i % 100 == 0 ? Archives.joined(members, Archives.gzip(new byte[0])) : members;
    }
    assertMissing(stored(members), "only empty lines");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a.warc",
        "/a.warc",
        "mailto:a",
        "ftp://a.example/a",
        "jar:file:/a!/b",
        "s3://b/k",
        "",
        " "
      })
  void shouldRefuseOtherAddresses(String uri) {
    assertThatThrownBy(() -> bodies.read(new BodyRef(uri, 0, 1), address))
        .isInstanceOf(BadPageException.class)
        .hasMessageContaining("URI");
  }

  @Test
  void shouldReadNothingIfNothingIsListed() {
    BodySource none = Bodies.of(BodyRefSettings.of(List.of(), Duration.ofSeconds(1)), PAGES);
    assertThatThrownBy(() -> none.read(new BodyRef("file:///etc/passwd", 0, 1), address))
        .isInstanceOf(BadPageException.class)
        .hasMessageContaining("body.ref.roots lists no place");
  }
}
