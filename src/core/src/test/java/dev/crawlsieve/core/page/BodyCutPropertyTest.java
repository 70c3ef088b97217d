package dev.crawlsieve.core.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.crawlsieve.core.config.PageFields;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** Events from which the body is cut out are parsed like Jackson alone parses the whole event. */
class BodyCutPropertyTest {

  private static final JsonFactory JSON = new JsonFactory();

  private final PageEventParser parser = new PageEventParser(1 << 20, PageFields.OWN);

  @Provide
  Arbitrary<byte[]> pieces() {
    Arbitrary<byte[]> written =
        Arbitraries.of(
                "a",
                "<p class=\\\"x\\\">",
                "\\n",
                "\\/",
                "\\b\\f\\r\\t\\\\",
                "é",
                "日本語",
                "😀",
                "\\u0000",
                "\\u00e9",
                "\\uD83D\\ude00",
                "a long run of plain characters, of more" + " than eight",
                "}",
                "]",
                "{",
                ":",
                ",",
                "html")
            .map(piece -> piece.getBytes(UTF_8));
    Arbitrary<byte[]> wrong =
        Arbitraries.of(
                "\\ud83d",
                "\\ude00",
                "\\ud83dx",
                "\\ud83d\\n",
                "\\ud83d\\u0041",
                "\\x",
                "\\u00g0",
                "\\u12",
                "\\",
                "\"",
                "\u0001",
                "\n")
            .map(piece -> piece.getBytes(UTF_8));
    Arbitrary<byte[]> malformed =
        Arbitraries.of(
            bytes(0xff),
            bytes(0x80),
            bytes(0xc3),
            bytes(0xc0, 0x80),
            bytes(0xe0, 0x80, 0x80),
            bytes(0xed, 0xa0, 0x80),
            bytes(0xf0, 0x80, 0x80, 0x80),
            bytes(0xf4, 0x90, 0x80, 0x80),
            bytes(0xf5, 0x80, 0x80, 0x80),
            bytes(0xe2, 0x82),
            bytes(0xf0, 0x9f, 0x98));
    return Arbitraries.frequencyOf(
        Tuple.of(30, written), Tuple.of(1, wrong), Tuple.of(1, malformed));
  }

  @Provide
  Arbitrary<byte[]> strings() {
    return pieces().list().ofMaxSize(12).map(BodyCutPropertyTest::joined);
  }

  @Property
  void shouldReadStringsAsJacksonDoes(@ForAll("strings") byte[] content) throws IOException {
    byte[] json = joined(List.of(bytes('"'), content, bytes('"', ' ', ' ', 'x')));
    JsonText text = JsonText.read(json, 1);

    if (text != null) {
      try (JsonParser jackson = JSON.createParser(json)) {
        assertThat(jackson.nextToken()).isEqualTo(JsonToken.VALUE_STRING);
        assertThat(new String(text.utf8(), UTF_8)).isEqualTo(jackson.getText());
        assertThat(text.utf8()).isEqualTo(jackson.getText().getBytes(UTF_8));
        jackson.finishToken();
        assertThat(text.end() + 1L).isEqualTo(jackson.currentLocation().getByteOffset());
      }
    } else {
      assertThat(isOrdinary(json)).isFalse();
    }
  }

  /** Whether Jackson parses it, and its text can be encoded in UTF-8. */
  private static boolean isOrdinary(byte[] json) throws IOException {
    try (JsonParser jackson = JSON.createParser(json)) {
      jackson.nextToken();
      String text = jackson.getText();
      return new String(text.getBytes(UTF_8), UTF_8).equals(text)
          && Arrays.equals(new String(json, UTF_8).getBytes(UTF_8), json);
    } catch (JsonProcessingException e) {
      return false;
    }
  }

  @Provide
  Arbitrary<byte[]> events() {
    Arbitrary<byte[]> name =
        Arbitraries.of(
                "html",
                "html",
                "text",
                "url",
                "contentType",
                "headers",
                "other",
                "h\\u0074ml",
                "bodyBase64",
                "bodyBase64",
                "outlinks",
                "")
            .map(BodyCutPropertyTest::quoted);
    Arbitrary<byte[]> string = strings().map(BodyCutPropertyTest::quoted);
    Arbitrary<byte[]> plain =
        Arbitraries.of(
                "null",
                "12",
                "-0.5e3",
                "true",
                "[]",
                "{}",
                "\"http://a.example/\"",
                "{\"html\":\"x\"}",
                "[\"html\",{\"text\":\"y\"}]",
                "{\"content-type\":\"text/html\"}",
                "\"html\"",
                "\"text/html\"",
                "\"AAAA\"",
                "\"YQ==\"",
                "\"YQ\"",
                "\"YR==\"",
                "\"YWI=\"",
                "\"Y\"",
                "\"YQ=\"",
                "\"YQ==YQ==\"",
                "\"YW\\/i\"",
                "\"YWJj\\\"YWJj\"",
                "\"YW+_\"",
                "\"YW Ji\"",
                "\"YWJj\\r\\nYWJj\"",
                "\"\"",
                "")
            .map(value -> value.getBytes(UTF_8));
    Arbitrary<byte[]> colon =
        Arbitraries.frequencyOf(
            Tuple.of(20, Arbitraries.just(bytes(':'))),
            Tuple.of(3, Arbitraries.just(" \n:\t\r".getBytes(UTF_8))),
            Tuple.of(1, Arbitraries.of(bytes(), bytes(','), bytes(0x0b, ':'))));
    Arbitrary<byte[]> field =
        Combinators.combine(
                name, colon, Arbitraries.frequencyOf(Tuple.of(3, string), Tuple.of(2, plain)))
            .as((n, c, v) -> joined(List.of(n, c, v)));
    Arbitrary<byte[]> end =
        Arbitraries.of("}", "}", "}", "}", " } ", "", "}}", "]", "}x")
            .map(last -> last.getBytes(UTF_8));
    Arbitrary<byte[]> begin =
        Arbitraries.of("{", "{", "{", "{", "\ufeff{", " {", "[", "{,", "}{")
            .map(first -> first.getBytes(UTF_8));
    return Combinators.combine(begin, field.list().ofMaxSize(5), end)
        .as(
            (first, fields, last) -> {
              ByteArrayOutputStream event = new ByteArrayOutputStream();
              event.writeBytes(first);
              for (int i = 0; i < fields.size(); i++) {
                event.writeBytes(i == 0 ? bytes() : bytes(','));
                event.writeBytes(fields.get(i));
              }
              event.writeBytes(last);
              return event.toByteArray();
            });
  }

  @Property
  void shouldReadEventsAsJacksonAloneDoes(@ForAll("events") byte[] event) {
    assertThat(outcome(event, true)).isEqualTo(outcome(event, false));
  }

  @Property
  void shouldReadSpoiltEventsAsJacksonAloneDoes(
      @ForAll("events") byte[] event, @ForAll int place, @ForAll byte other) {
    byte[] spoilt = event.clone();
    if (spoilt.length > 0) {
      spoilt[Math.floorMod(place, spoilt.length)] = other;
    }
    assertThat(outcome(spoilt, true)).isEqualTo(outcome(spoilt, false));
  }

  @Example
  void shouldCutOutWhatMostEventsHold() {
    byte[] event =
        "{\"url\":\"http://a.example/\",\"headers\":{\"html\":\"no\"},\"html\":\"<p>\\n\",\"a\":1}"
            .getBytes(UTF_8);
    BodyCut cut = BodyCut.of(event, 0);

    assertThat(cut.field()).isEqualTo("html");
    assertThat(cut.body()).asString(UTF_8).isEqualTo("<p>\n");
    assertThat(cut.rest())
        .asString(UTF_8)
        .isEqualTo(
            "{\"url\":\"http://a.example/\",\"headers\":{\"html\":\"no\"},\"html\":\"\",\"a\":1}");
  }

  @Example
  void shouldDecodeBase64() {
    byte[] event = "{\"bodyBase64\":\"PHA+/w==\",\"url\":\"http://a.example/\"}".getBytes(UTF_8);
    BodyCut cut = BodyCut.of(event, 0);

    assertThat(cut.field()).isEqualTo("bodyBase64");
    assertThat(cut.body()).isEqualTo(bytes('<', 'p', '>', 0xff));
    assertThat(cut.rest())
        .asString(UTF_8)
        .isEqualTo("{\"bodyBase64\":\"\",\"url\":\"http://a.example/\"}");
  }

  private Object outcome(byte[] event, boolean cut) {
    try {
      PageEvent read = cut ? parser.parse(event) : parser.parseWhole(event);
      return List.of(read.url(), read.page(HttpUrl.parse("http://b.example/"), BodySource.NONE));
    } catch (BadPageException e) {
      return e.getMessage();
    }
  }

  private static byte[] quoted(String content) {
    return quoted(content.getBytes(UTF_8));
  }

  private static byte[] quoted(byte[] content) {
    return joined(List.of(bytes('"'), content, bytes('"')));
  }

  private static byte[] joined(List<byte[]> pieces) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    pieces.forEach(all::writeBytes);
    return all.toByteArray();
  }

  private static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }
}
