package dev.crawlsieve.core.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.config.PageFields;
import dev.crawlsieve.core.config.PageSettings;
import dev.crawlsieve.core.extract.PageReader;
import dev.crawlsieve.core.work.Allocated;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The forms of events that crawlers write: the table in topology.md, row by row. */
final class PageEventFormsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'2023-11-14T22:13:20Z' | 2023-11-14T22:13:20Z",
        "'2023-11-14t22:13:20z' | 2023-11-14T22:13:20Z",
        "'2023-11-14 22:13:20.5+00:00' | 2023-11-14T22:13:20.500Z",
        "'2023-11-15T00:13:20+02:00' | 2023-11-14T22:13:20Z",
        "1700000000 | 2023-11-14T22:13:20Z",
        "'1700000000' | 2023-11-14T22:13:20Z",
        "1700000000.25 | 2023-11-14T22:13:20.250Z",
        "1700000000000 | 2023-11-14T22:13:20Z",
        "'1700000000000' | 2023-11-14T22:13:20Z",
        "99999999999 | 5138-11-16T09:46:39Z",
        "100000000000 | 1973-03-03T09:46:40Z",
        "0 | 1970-01-01T00:00:00Z",
        "-1.5 | 1969-12-31T23:59:58.500Z",
        "1.7E9 | 2023-11-14T22:13:20Z",
        "1700000000.1234567899 | 2023-11-14T22:13:20.123456789Z",
        "1700000000000000 | 2023-11-14T22:13:20Z",
        "1700000000000000000 | 2023-11-14T22:13:20Z",
        "20231114221320 | 2023-11-14T22:13:20Z",
        "'20231114221320' | 2023-11-14T22:13:20Z",
        "'20231114221320500' | 2023-11-14T22:13:20.500Z",
        "'2023-11-14' | 2023-11-14T00:00:00Z",
        "'2023-11-14T22:13' | 2023-11-14T22:13:00Z",
        "'2023-11-14T22:13:20' | 2023-11-14T22:13:20Z",
        "'2023-11-14 22:13:20.123456' | 2023-11-14T22:13:20.123456Z",
        "'2023-11-14 22:13:20 UTC' | 2023-11-14T22:13:20Z",
        "'2023-11-15T00:13:20+0200' | 2023-11-14T22:13:20Z",
        "'2023-11-14T22:13:20+00' | 2023-11-14T22:13:20Z",
        "'2023-11-14T22:13:20.12345678901Z' | 2023-11-14T22:13:20.123456789Z",
        "'2016-12-31T23:59:60Z' | 2017-01-01T00:00:00Z",
        "'Tue, 14 Nov 2023 22:13:20 GMT' | 2023-11-14T22:13:20Z",
        // mongoexport: relaxed, canonical, and before version 2
        "{'$date':'2023-11-14T22:13:20Z'} | 2023-11-14T22:13:20Z",
        "{'$date':{'$numberLong':'1700000000000'}} | 2023-11-14T22:13:20Z",
        "{'$date':{'$numberLong':'13046400000'}} | 1970-06-01T00:00:00Z",
        "{'$date':{'$numberLong':'-91929600000'}} | 1967-02-02T00:00:00Z",
        "{'$date':1} | 1970-01-01T00:00:00.001Z",
        "{'$date':1700000000000,'x':[{}]} | 2023-11-14T22:13:20Z",
        "NaN | ``",
        "null | ``",
        "'' | ``"
      })
  void shouldReadTimes(String written, String time) throws Exception {
    assertThat(event("'fetchTime':" + written).fetchTime()).isEqualTo(time);
  }

  /** An odd time of fetch is no reason to refuse a page. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "'+999999999-12-31T23:59:59Z'",
        "'-999999999-01-01T00:00:00Z'",
        "'+10000-01-01T00:00:00Z'",
        "253402300800000",
        "999999999999999",
        "'9999-12-31T23:59:59-00:01'",
        "'yesterday'",
        "20231314221320",
        "1e1000000000",
        "1e99",
        "true",
        "[1]",
        "{'date':1}",
        "{'$date':[1]}",
        "{'$date':{}}",
      })
  void shouldPassOverWhatIsNoTime(String written) throws Exception {
    PageSettings settings = new PageSettings(PageSettings.Format.JSON, 1000, Set.of());
    PageReader reader = PageReader.of(settings);
    String event = "{'url':'http://a.example/','html':'x','fetchTime':" + written + "}";

    assertThat(reader.oddTime()).isNull();
    Page page = reader.read(null, event.replace('\'', '"').getBytes(UTF_8), name -> null);

    assertThat(page.fetchTime()).isEmpty();
    assertThat(page.body().bytes()).asString(UTF_8).isEqualTo("x");
    assertThat(reader.oddTime()).isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "200 | 200",
        "'200' | 200",
        "' 404 ' | 404",
        "-1 | -1",
        "200.0 | 200",
        "'200.0' | 200",
        "{'$numberInt':'200'} | 200",
        "null | ``",
        "NaN | ``",
        "'' | ``"
      })
  void shouldReadStatuses(String written, String status) throws Exception {
    assertThat(event("'status':" + written).status()).isEqualTo(status);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gzip | true | true",
        "X-GZIP | true | true",
        "br | true | false",
        "gzip | false | true",
        "identity | true | false"
      })
  void shouldUndoAGzipBodyUnderAHeaderThatSaysSo(String encoding, boolean packed, boolean undone)
      throws Exception {
    byte[] html = "<p>some words".getBytes(UTF_8);
    ByteArrayOutputStream gzip = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(gzip)) {
      out.write(html);
    }
    byte[] body = packed ? gzip.toByteArray() : html;
    String event =
        "{'url':'http://a.example/','headers':{'Content-Encoding':['%s']},'bodyBase64':'%s'}"
            .formatted(encoding, Base64.getEncoder().encodeToString(body));

    assertThat(read(event).body().bytes()).isEqualTo(undone ? html : body);
  }

  @Test
  void shouldRefuseAGzipBodyThatIsDamagedOrTooLarge() throws Exception {
    ByteArrayOutputStream gzip = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(gzip)) {
      out.write(new byte[(1 << 20) + 1]);
    }
    byte[] large = gzip.toByteArray();
    String event =
        "{'url':'http://a.example/','headers':{'content-encoding':'gzip'},'bodyBase64':'";

    assertThatThrownBy(() -> read(event + Base64.getEncoder().encodeToString(large) + "'}"))
        .isInstanceOf(BadPageException.class)
        .hasMessage("the decoded body is larger than 1048576 bytes (page.max.bytes)");
    byte[] cut = Arrays.copyOf(large, 500);
    assertThatThrownBy(() -> read(event + Base64.getEncoder().encodeToString(cut) + "'}"))
        .isInstanceOf(BadPageException.class)
        .hasMessageStartingWith("the body cannot be decoded: ");
  }

  private static Page read(String event) throws BadPageException {
    return reader(PageSettings.Format.JSON)
        .read(null, event.replace('\'', '"').getBytes(UTF_8), name -> null);
  }

  @Test
  void shouldKeepOfHeadersOnlyWhatIsUsed() throws Throwable {
    String values = "[\"fr\"" + ",1".repeat(500_000) + "]";
    byte[] event =
        ("{\"url\":\"http://a.example/\",\"html\":\"\",\"headers\":{\"A\":"
                + values
                + ",\"Content-Language\":"
                + values
                + "}}")
            .getBytes(UTF_8);
    PageEventParser parser = new PageEventParser(event.length, PageFields.OWN);
    assertThat(
            parser
                .parse(event)
                .page(HttpUrl.parse("http://a.example/"), BodySource.NONE)
                .language())
        .isEqualTo("fr");
    assertThat(Allocated.bytes(() -> parser.parse(event))).isLessThan(3L * event.length);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'content-type':'text/css','Content-Language':'fr'}",
        "{'CONTENT-TYPE':['text/css','text/x'],'content-language':['fr',{'a':[1]}]}",
        "[['Content-Type','text/css'],['Content-Language','fr'],['Content-Type','text/x']]",
        "[['Content-Type',['text/css']],['Content-Language','fr','more',[1]],[],['x'],[1,[2]]]",
        "[{'name':'Content-Type','value':'text/css'},{'value':'fr','name':'Content-Language'},{}]",
        "{'content-type':'text/css','content-language':'fr','x':7,'y':null,'z':{'a':['b']},'w':[]}"
      })
  void shouldReadHeaders(String written) throws Exception {
    Page page = event("'headers':" + written);
    assertThat(page.declared().declared()).isEqualTo("text/css");
    assertThat(page.language()).isEqualTo("fr");
    assertThat(page.body()).isEqualTo(Body.of("words"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"html", "text", "bodyBase64"})
  void shouldTakeAnEmptyBodyForAPageThatSaysNothing(String field) throws Exception {
    byte[] value = ("{\"url\":\"http://a.example/\",\"" + field + "\":\"\"}").getBytes(UTF_8);
    assertThat(reader(PageSettings.Format.JSON).read(null, value, name -> null).body().bytes())
        .isEmpty();
  }

  @Test
  void shouldTakeAnEmptyRawValueForAPageThatSaysNothing() throws Exception {
    Page page = raw(new byte[0], Map.of());
    assertThat(page.body().bytes()).isEmpty();
    assertThat(page.status()).isEmpty();
  }

  @Test
  void shouldReadTheHeadersOfARawRecord() throws Exception {
    Page page =
        raw(
            new byte[] {'x'},
            Map.of("status", "301", "content-type", "text/css", "content-language", "fr"));
    assertThat(page.status()).isEqualTo("301");
    assertThat(page.declared().declared()).isEqualTo("text/css");
    assertThat(page.language()).isEqualTo("fr");
    assertThat(raw(new byte[] {'x'}, Map.of("status", "")).status()).isEmpty();
    assertThatThrownBy(() -> raw(new byte[] {'x'}, Map.of("status", "fresh")))
        .isInstanceOf(BadPageException.class)
        .hasMessage("the record header 'status' is 'fresh', must be digits such as 200");
  }

  private static Page event(String fields) throws BadPageException {
    String event = "{'url':'http://a.example/'," + fields + ",'text':'words'}";
    return read(event);
  }

  private static Page raw(byte[] value, Map<String, String> headers) throws BadPageException {
    Map<String, byte[]> bytes = new TreeMap<>();
    headers.forEach((name, text) -> bytes.put(name, text.getBytes(UTF_8)));
    return reader(PageSettings.Format.RAW)
        .read("http://a.example/".getBytes(UTF_8), value, bytes::get);
  }

  private static PageReader reader(PageSettings.Format format) {
    return PageReader.of(new PageSettings(format, 1 << 20, Set.of()));
  }
}
