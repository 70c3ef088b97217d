package dev.crawlsieve.core.extract;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.config.PageSettings;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.Body;
import dev.crawlsieve.core.page.ContentType;
import dev.crawlsieve.core.page.HttpUrl;
import dev.crawlsieve.core.page.Page;
import java.util.Base64;
import java.util.Map;
import java.util.Set;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PageReaderTest {

  private static final int MAX_BYTES = 1 << 20;
  private static final String START = "{\"url\":\"http://a.example/\",";

  private final PageReader reader = reader(PageSettings.Format.JSON, MAX_BYTES);
  private final PageReader raw = reader(PageSettings.Format.RAW, MAX_BYTES);

  private static PageReader reader(PageSettings.Format format, int maxBytes) {
    return PageReader.of(new PageSettings(format, maxBytes, Set.of()));
  }

  private Page read(String event) throws BadPageException {
    return reader.read(null, event.getBytes(UTF_8), name -> null);
  }

  private AbstractThrowableAssert<?, ?> assertRefused(String event) {
    return assertThatThrownBy(() -> read(event)).isInstanceOf(BadPageException.class);
  }

  @Test
  void shouldReadAnEventWithAllFields() throws Exception {
    Page page =
        read(
            """
            {"url":"http://a.example/x","fetchTime":"2024-01-01T00:00:00Z","status":200,
             "contentType":"text/html; charset=utf-8","headers":{"Content-Language":"de",
             "LINK":"</y>; rel=canonical"},
             "html":"<p>Grüße \\u0000","crawler":{"depth":[1,{"a":2}]}}
            """);

    assertThat(page)
        .isEqualTo(
            new Page(
                HttpUrl.parse("http://a.example/x"),
                "200",
                ContentType.parse("text/html; charset=utf-8"),
                ContentType.parse("text/html; charset=utf-8"),
                "de",
                Body.of("<p>Grüße \0"),
                "</y>; rel=canonical",
                "2024-01-01T00:00:00Z",
                false,
                "",
                "",
                false,
                false));
  }

  @Test
  void shouldTakeReferencePagesFromTheEventAndBeforeThatFromTheHeader() throws Exception {
    assertThat(reference("true", null)).isTrue();
    assertThat(reference("false", null)).isFalse();
    assertThat(reference("null", null)).isFalse();
    assertThat(reference("null", "true")).isTrue();
    assertThat(reference("false", "true")).isTrue();
    assertThat(reference("true", "false")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "maybe", "True", "1", " true"})
  void shouldRefuseAHeaderThatDoesNotSayWhetherAPageIsAReferencePage(String header) {
    assertThatThrownBy(() -> reference("true", header))
        .isInstanceOf(BadPageException.class)
        .hasMessage(
            "the record header 'crawlsieve.reference' is '" + header + "', must be true or false");
  }

  @Test
  void shouldCutALongHeaderInTheReason() {
    assertThatThrownBy(() -> reference("true", "x".repeat(1_000_000)))
        .isInstanceOf(BadPageException.class)
        .message()
        .hasSizeLessThan(200);
  }

  @Test
  void shouldRefuseAFieldThatDoesNotSayWhetherAPageIsAReferencePage() {
    assertThatThrownBy(() -> reference("\"true\"", null))
        .isInstanceOf(BadPageException.class)
        .hasMessage("the field 'reference' is a string, must be true or false");
  }

  private boolean reference(String field, String header) throws BadPageException {
    byte[] event = (START + "\"reference\":" + field + ",\"html\":\"\"}").getBytes(UTF_8);
    return reader
        .read(
            null,
            event,
            name ->
                header != null && name.equals("crawlsieve.reference")
                    ? header.getBytes(UTF_8)
                    : null)
        .reference();
  }

  @Test
  void shouldTakeTheUrlFromTheKeyWhereTheEventHasNone() throws Exception {
    byte[] key = "http://key.example/".getBytes(UTF_8);

    assertThat(reader.read(key, "{\"html\":\"\"}".getBytes(UTF_8), name -> null).url())
        .isEqualTo("http://key.example/");
    assertThat(reader.read(key, (START + "\"html\":\"\"}").getBytes(UTF_8), name -> null).url())
        .isEqualTo("http://a.example/");
  }

  @Test
  void shouldTakeTheContentTypeFromTheEventsHeadersWhereItHasNoField() throws Exception {
    String headers = "\"headers\":{\"CONTENT-type\":\"text/css\",\"x\":{\"y\":[1]}},";

    assertThat(read(START + headers + "\"text\":\"\"}").type().declared()).isEqualTo("text/css");
    assertThat(
            read(START + headers + "\"contentType\":\"text/csv\",\"text\":\"\"}").type().declared())
        .isEqualTo("text/csv");
  }

  @Test
  void shouldTakeTheFirstOfSeveralValuesOfAHeader() throws Exception {
    String headers = "\"headers\":{\"Content-Language\":[\"fr\",{\"a\":[1]},\"en\"],\"b\":[]},";

    assertThat(read(START + headers + "\"html\":\"\"}").language()).isEqualTo("fr");
  }

  @ParameterizedTest
  @CsvSource({
    "html, '', text/html",
    "html, application/pdf, text/html",
    "html, application/xhtml+xml, application/xhtml+xml",
    "text, text/html; charset=x, text/plain",
    "text, '', text/plain",
    "text, text/markdown, text/markdown",
  })
  void shouldLetTheBodysFieldGoBeforeTheDeclaredType(String field, String type, String expected)
      throws Exception {
    assertThat(
            read(START + "\"contentType\":\"" + type + "\",\"" + field + "\":\"x\"}")
                .type()
                .declared())
        .isEqualTo(expected);
  }

  @Test
  void shouldReadABodyInBase64WithAndWithoutPadding() throws Exception {
    byte[] body = {0, 1, (byte) 0xff, (byte) 0xfe};
    String padded = Base64.getEncoder().encodeToString(body);
    String bare = Base64.getEncoder().withoutPadding().encodeToString(body);

    assertThat(read(START + "\"bodyBase64\":\"" + padded + "\"}").body().bytes()).isEqualTo(body);
    assertThat(read(START + "\"bodyBase64\":\"" + bare + "\"}").body().bytes()).isEqualTo(body);
  }

  @Test
  void shouldTakeNullFieldsAsAbsent() throws Exception {
    Page page = read(START + "\"status\":null,\"headers\":null,\"html\":null,\"text\":\"words\"}");

    assertThat(page.body()).isEqualTo(Body.of("words"));
  }

  @Test
  void shouldReadAnEventBehindAByteOrderMark() throws Exception {
    assertThat(read("\ufeff" + START + "\"text\":\"x\"} \n").body()).isEqualTo(Body.of("x"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "url | 17 | 'url' is an integer, must be a string",
        "url | [] | 'url' is an array, must be a string",
        "status | \"ok\" | 'status' is 'ok', must be digits such as 200",
        "status | 200.5 | 'status' is '200.5', must be digits such as 200",
        "status | true | 'status' is a boolean, must be an integer or a string of digits",
        "contentType | true | 'contentType' is a boolean, must be a string",
        "headers | [\"x\"] | 'headers' has a string among its pairs, must contain arrays of a name",
        "headers | \"x\" | 'headers' is a string, must be an object or an array of pairs",
        "html | {} | 'html' is an object, must be a string",
        "text | 1 | 'text' is an integer, must be a string",
        "bodyBase64 | false | 'bodyBase64' is a boolean, must be a string",
      })
  void shouldRefuseAFieldOfTheWrongType(String field, String value, String reason) {
    assertRefused("{\"" + field + "\":" + value + "}").hasMessageContaining(reason);
  }

  @Test
  void shouldNameTheFrameOfASchemaRegistry() {
    assertRefused("\0\0\0\001\002{\"url\":\"http://a.example/\",\"html\":\"\"}")
        .hasMessage(
            "the value begins with the frame of a schema registry (magic byte 0, schema id 258),"
                + " must be JSON: set page.format to the class that reads it");
  }

  @ParameterizedTest
  @ValueSource(strings = {"hello", "{\"url\":", "{\"url\":\"x", "{'url':1}", "{\"a\" 1}", "{]"})
  void shouldRefuseWhatIsNotJson(String value) {
    assertRefused(value)
        .hasMessageMatching("(?s)the value is not JSON( at byte|: it begins with).*");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"a\" 1} | JSON at byte 5, after '{\"a\" '",
        "{\"a\":1,} | JSON at byte 7, after '{\"a\":1,'",
        "{\"a\":\" | JSON at byte 6, where it ends"
      })
  void shouldSayInItsOwnWordsWhereJsonEnds(String value, String where) {
    assertRefused(value).hasMessage("the value is not " + where);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"a\":NaN,", "{\"a\":[-Infinity,{\"b\":NaN}],", "{"})
  void shouldPassOverNumbersThatAreNone(String start) throws Exception {
    assertThat(read(start + START.substring(1) + "\"text\":\"x\"}").body()).isEqualTo(Body.of("x"));
  }

  @ParameterizedTest
  @CsvSource({"[], an array", "17, an integer", "null, null", "'\"x\"', a string", "'  ', blank"})
  void shouldRefuseJsonThatIsNotAnObject(String value, String what) {
    assertRefused(value).hasMessage("the value is " + what + ", must be a JSON object");
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "{}", "}", ",", "\0"})
  void shouldRefuseWhatFollowsTheObject(String trailing) {
    assertRefused(START + "\"html\":\"\"} " + trailing)
        .hasMessage("the value continues after the JSON object's end at byte 37");
  }

  @Test
  void shouldRefuseAnEventWithoutUrlAndKey() {
    String advice =
        ": give each event one, or --fields url=NAME (page.fields) if another field is meant";
    assertRefused("{\"html\":\"x\"}")
        .hasMessage("the event has no URL, must have 'url' or 'id'; it has 'html'" + advice);
    assertRefused("{}").hasMessage("the event has no URL, must have 'url' or 'id'" + advice);
    assertRefused("{\"url\":\"\",\"html\":\"x\"}").hasMessageContaining("no URL");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/path | is not absolute, must start with http:// or https://",
        "www.example.com/a | is not absolute",
        "ftp://a.example/ | is of scheme 'ftp', must be http or https",
        "mailto:a@b.example | is of scheme 'mailto'",
        "http: | has no host",
        "http:///?a | has no host",
        "http://u@:80/ | has no host",
        "http://a b.example/ | has a host with ' '",
        "http://a%2fb.example/ | has a host with '/'",
        "http://[::1/ | has a host that is not an IPv6 address",
        "http://[::g]/ | has a host that is not an IPv6 address",
        "http://192.0.2.300/ | has a host that is not an IPv4 address",
        "http://xn--ü/ | has a host that is not a valid name",
        "http://a／b.example/ | has a host with '/'",
        "http://a.example:port/ | has port 'port', must be 0 to 65535",
        "http://a.example:99999/ | has port '99999'",
      })
  void shouldRefuseAUrlThatIsNoAbsoluteHttpUrl(String url, String reason) {
    assertRefused("{\"url\":\"" + url + "\",\"html\":\"\"}").hasMessageContaining(reason);
    assertThatThrownBy(() -> raw.read(url.getBytes(UTF_8), new byte[1], name -> null))
        .isInstanceOf(BadPageException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void shouldRefuseAUrlThatWouldSwellFingerprints() {
    assertRefused("{\"url\":\"http://a.example/" + "x".repeat(20_000) + "\",\"html\":\"\"}")
        .hasMessage("the URL is 20017 characters long, must be at most 16384");
  }

  @Test
  void shouldRefuseNoBodyAndTwoBodies() {
    assertRefused(START + "\"status\":200}").hasMessageContaining("no body, must have 'html'");
    assertRefused(START + "\"html\":\"\",\"bodyBase64\":\"\"}")
        .hasMessage("the event has two bodies, 'html' and 'bodyBase64', must have one");
  }

  @ParameterizedTest
  @ValueSource(strings = {"html", "url", "headers", "status"})
  void shouldRefuseAKnownFieldThatStandsTwice(String field) {
    assertRefused("{\"" + field + "\":null,\"" + field + "\":null}")
        .hasMessage("the field '" + field + "' occurs twice, must occur once");
  }

  @Test
  void shouldNotMindAnUnknownFieldThatStandsTwice() throws Exception {
    assertThat(read(START + "\"x\":1,\"x\":2,\"text\":\"ok\"}").body()).isEqualTo(Body.of("ok"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"&&&&", "AA=A", "A", "Zm9v!"})
  void shouldRefuseBadBase64(String body) {
    assertRefused(START + "\"bodyBase64\":\"" + body + "\"}")
        .hasMessage("the field 'bodyBase64' is not base64 (RFC 4648, section 4)");
  }

  @Test
  void shouldRefuseInvalidUtf8InJson() {
    byte[] latin = (START + "\"html\":\"Gr\u00fc\u00dfe\"}").getBytes(ISO_8859_1);

    assertThatThrownBy(() -> reader.read(null, latin, name -> null))
        .isInstanceOf(BadPageException.class)
        .hasMessageMatching(
            "the value is not UTF-8 at byte %d, which is 0xfc, after '.*\"html\":\"Gr'"
                .formatted(START.length() + 10));
    byte[] utf16 = {(byte) 0xff, (byte) 0xfe, '{', 0};
    assertThatThrownBy(() -> reader.read(null, utf16, name -> null))
        .hasMessage("the value is not UTF-8 at byte 0, which is 0xff");
  }

  @Test
  void shouldRefuseRawNulBytesInJson() {
    assertRefused(START + "\"html\":\"a\0b\"}").hasMessageStartingWith("the value is not JSON");
    assertRefused("\0\0\0\0").hasMessageStartingWith("the value is not JSON");
  }

  @Test
  void shouldRefuseNullEmptyAndOversizeValues() {
    assertThatThrownBy(() -> reader.read(null, null, name -> null))
        .hasMessage("the value is null, must be a JSON page event");
    assertThatThrownBy(() -> reader.read(null, new byte[0], name -> null))
        .hasMessage("the value is empty, must be a JSON page event");
    assertThatThrownBy(() -> reader.read(null, new byte[MAX_BYTES + 1], name -> null))
        .hasMessage("the value is 1048577 bytes long, must be at most 1048576 (page.max.bytes)");
  }

  @Test
  void shouldReadAValueOfTheLargestSize() throws Exception {
    int large = 64 << 20;
    String body = "x".repeat(large - START.length() - "\"html\":\"\"}".length());
    byte[] value = (START + "\"html\":\"" + body + "\"}").getBytes(UTF_8);

    assertThat(value).hasSize(large);
    assertThat(
            reader(PageSettings.Format.JSON, large).read(null, value, name -> null).body().bytes())
        .hasSize(body.length());
  }

  @Test
  void shouldRefuseDeepNestingWithoutRunningOutOfStack() {
    assertRefused(START + "\"x\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}")
        .hasMessage("the value is nested more than 1000 levels deep");
  }

  @Test
  void shouldRefuseAFieldNameWithoutBound() {
    assertRefused("{\"" + "n".repeat(50_000) + "\":1}")
        .hasMessage("the value has a field name of more than 10000 characters");
  }

  @Test
  void shouldReadARawBodyByKeyAndHeaders() throws Exception {
    Map<String, byte[]> headers =
        Map.of(
            "content-type", "text/plain".getBytes(UTF_8), "content-language", "nl".getBytes(UTF_8));
    byte[] body = {0, 'x', (byte) 0x80};

    Page page = raw.read("http://raw.example/".getBytes(UTF_8), body, headers::get);

    assertThat(page)
        .isEqualTo(Page.of("http://raw.example/", "text/plain", "nl", new Body(body, false)));
  }

  @Test
  void shouldRefuseARawBodyWithoutAGoodKey() {
    assertThatThrownBy(() -> raw.read(null, new byte[1], name -> null))
        .hasMessage("the record has no key, must be the page's URL");
    assertThatThrownBy(() -> raw.read(new byte[] {(byte) 0xff}, new byte[1], name -> null))
        .hasMessage("the key is not UTF-8, must be the page's URL");
  }
}
