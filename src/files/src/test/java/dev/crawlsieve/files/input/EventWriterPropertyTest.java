package dev.crawlsieve.files.input;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Arrays;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** No byte of a body is lost in an event, and one text has one form. */
final class EventWriterPropertyTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final EventWriter writer = new EventWriter(new Limits(1 << 20));

  @Property
  void aTextIsWrittenAsFromItsCharacters(@ForAll("texts") String text) throws IOException {
    byte[] event = event(text.getBytes(UTF_8));
    if (text.indexOf(0) < 0 && text.indexOf(0x1b) < 0) {
      String expected =
          "{\"url\":\"http://a.example/\",\"contentType\":\"text/html\",\"html\":"
              + JSON.writeValueAsString(text)
              + "}";
      // from a string Jackson writes to bytes, which escapes characters beyond the first plane
      JsonNode tree = JSON.readTree(expected);
      assertThat(new String(event, UTF_8))
          .isEqualTo(new String(JSON.writeValueAsBytes(tree), UTF_8));
    } else {
      assertThat(JSON.readTree(event).path("bodyBase64").binaryValue())
          .isEqualTo(text.getBytes(UTF_8));
    }
  }

  @Property
  void noByteIsLost(@ForAll("bodies") byte[] body) throws IOException {
    JsonNode event = JSON.readTree(event(body));
    byte[] read =
        event.has("html")
            ? event.path("html").textValue().getBytes(UTF_8)
            : event.path("bodyBase64").binaryValue();
    assertThat(read).isEqualTo(body);
  }

  private byte[] event(byte[] body) throws IOException {
    return writer.write("http://a.example/", "text/html", body, "here").value();
  }

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.integers()
        .between(0, Character.MAX_CODE_POINT)
        .filter(c -> c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE)
        .edgeCases(c -> c.add(0, 9, 0x1b, 0x1f, 0x22, 0x5c, 0x7f, 0x80, 0x2028, 0xffff, 0x10000))
        .list()
        .ofMaxSize(80)
        .map(EventWriterPropertyTest::string);
  }

  private static String string(Iterable<Integer> codePoints) {
    StringBuilder text = new StringBuilder();
    codePoints.forEach(text::appendCodePoint);
    return text.toString();
  }

  /** Texts of which some bytes are others. */
  @Provide
  Arbitrary<byte[]> bodies() {
    return texts()
        .flatMap(
            text ->
                Arbitraries.bytes()
                    .tuple2()
                    .map(
                        change -> {
                          byte[] body = Arrays.copyOf(text.getBytes(UTF_8), 40);
                          body[Math.floorMod(change.get1(), 40)] = change.get2();
                          return body;
                        }));
  }
}
