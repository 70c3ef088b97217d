package dev.crawlsieve.core.verdict;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.HexFormat;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Positive;

/** The output equals what a general JSON library writes, and is parsed by it. */
class JsonBytesPropertyTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  @Property
  void writesStringsAsTheLibraryDoes(@ForAll @From("texts") String text) throws IOException {
    byte[] written = new JsonBytes(1).string(text).toBytes();
    assertThat(new String(written, UTF_8)).isEqualTo(JSON.writeValueAsString(text));
    assertThat(JSON.readValue(written, String.class)).isEqualTo(text);
  }

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.strings()
        .withCharRange('\0', '\u0100')
        .withCharRange('\u2000', '\ud7ff')
        .withChars('"', '\\', '/', '\n', '\u007f');
  }

  @Property
  void writesNumbers(
      @ForAll long whole, @ForAll @Positive int small, @ForAll int hex, @ForAll double real)
      throws IOException {
    byte[] written =
        new JsonBytes(1)
            .raw("[")
            .number(whole)
            .raw(",")
            .number(small)
            .raw(",")
            .hex(hex)
            .raw(",")
            .number(real)
            .raw(",null]")
            .toBytes();
    try (JsonParser json = new JsonFactory().createParser(written)) {
      json.nextToken();
      assertThat(json.nextLongValue(-1)).isEqualTo(whole);
      assertThat(json.nextLongValue(-1)).isEqualTo(small);
      assertThat(json.nextTextValue()).isEqualTo(HexFormat.of().toHexDigits(hex));
      json.nextToken();
      assertThat(json.getDoubleValue()).isEqualTo(real);
    }
    assertThat(new JsonBytes(1).string(null).toBytes()).asString(UTF_8).isEqualTo("null");
  }

  @Example
  void writesSimilaritiesShort() {
    for (int places = 0; places <= 10_000; places++) {
      double value = places / 10_000.0;
      String written = new String(new JsonBytes(1).number(value).toBytes(), UTF_8);
      assertThat(Double.parseDouble(written)).isEqualTo(value);
      assertThat(written).matches(places < 10 ? "0\\.0|[1-9]\\.0E-4" : "[01]\\.[0-9]{1,4}");
      assertThat(written).matches("..0|.*[^0]"); // no superfluous zeros
    }
    for (double beyond : new double[] {-0.5, 1.0001, 1e300, 0.00015, 0.12345, Double.MIN_VALUE}) {
      byte[] written = new JsonBytes(1).number(beyond).toBytes();
      assertThat(written).asString(UTF_8).isEqualTo(Double.toString(beyond));
    }
  }

  @Example
  void writesNumbersAtTheirBounds() {
    for (long power = 1; power > 0; power = power > Long.MAX_VALUE / 10 ? -1 : 10 * power) {
      for (long whole : new long[] {power - 1, power, power + 1, 2 * power, Long.MAX_VALUE}) {
        byte[] written = new JsonBytes(1).number(whole).toBytes();
        assertThat(written).asString(UTF_8).isEqualTo(Long.toString(whole));
      }
    }
  }
}
