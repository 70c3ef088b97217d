package dev.crawlsieve.files.table;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.apache.parquet.variant.Variant;
import org.apache.parquet.variant.VariantArrayBuilder;
import org.apache.parquet.variant.VariantBuilder;
import org.apache.parquet.variant.VariantObjectBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowJsonTest {

  private static final RowColumns COLUMNS =
      new RowColumns(
          List.of(
              new RowColumns.Body(List.of("html"), "text/html"),
              new RowColumns.Body(List.of("page", "markdown"), "text/markdown")),
          Set.of(List.of("url"), List.of("headers"), List.of("meta", "source")));

  private static String json(String columns, Consumer<Group> row) throws IOException {
    MessageType schema = schema(columns);
    Group group = new SimpleGroup(schema);
    row.accept(group);
    return new String(new RowJson(schema, COLUMNS).of(group, 1 << 20), UTF_8);
  }

  private static MessageType schema(String columns) {
    return MessageTypeParser.parseMessageType("message m {" + columns + "}");
  }

  private static Binary bytes(int... bytes) {
    byte[] all = new byte[bytes.length];
    for (int i = 0; i < all.length; i++) {
      all[i] = (byte) bytes[i];
    }
    return Binary.fromConstantByteArray(all);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "optional group headers (MAP) { repeated group key_value {"
            + " required binary key (STRING); optional binary value (STRING); } }",
        "optional group headers (MAP) { repeated group map (MAP_KEY_VALUE) {"
            + " required binary key (STRING); optional binary value (STRING); } }",
        "optional group headers (MAP_KEY_VALUE) { repeated group map {"
            + " required binary key; optional binary value; } }",
      })
  void shouldWriteMapsAsObjects(String columns) throws IOException {
    assertThat(
            json(
                columns,
                row -> {
                  Group map = row.addGroup(0);
                  map.addGroup(0).append("key", "content-type").append("value", "text/html");
                  map.addGroup(0).append("key", "x");
                }))
        .isEqualTo("{\"headers\":{\"content-type\":\"text/html\",\"x\":null}}");
  }

  @Test
  void shouldWriteMapsOfOtherKeysAndValues() throws IOException {
    assertThat(
            json(
                "optional group m (MAP) { repeated group key_value { required int32 key;"
                    + " optional group value (LIST) { repeated group list {"
                    + " optional binary element (STRING); } } } }",
                row ->
                    row.addGroup(0)
                        .addGroup(0)
                        .append("key", 7)
                        .addGroup("value")
                        .addGroup(0)
                        .append("element", "a")))
        .isEqualTo("{\"m\":{\"7\":[\"a\"]}}");
  }

  /** The rules for lists of older writers. */
  @Test
  void shouldReadListsOfTwoLevels() throws IOException {
    assertThat(
            json(
                "optional group tags (LIST) { repeated group array {"
                    + " required binary t (STRING); } }"
                    + "optional group pairs (LIST) { repeated group pairs_tuple {"
                    + " required int32 n; } }"
                    + "optional group plain (LIST) { repeated int32 array; }"
                    + "optional group deep (LIST) { repeated group array (LIST) {"
                    + " repeated int32 array; } }"
                    + "optional group hive (LIST) { repeated group bag {"
                    + " optional int32 array_element; } }",
                row -> {
                  row.addGroup("tags").addGroup(0).append("t", "one");
                  row.addGroup("pairs").addGroup(0).append("n", 1);
                  row.addGroup("plain").append("array", 1).append("array", 2);
                  row.addGroup("deep").addGroup(0).append("array", 3);
                  Group hive = row.addGroup("hive");
                  hive.addGroup(0).append("array_element", 4);
                  hive.addGroup(0);
                }))
        .isEqualTo(
            "{\"tags\":[{\"t\":\"one\"}],\"pairs\":[{\"n\":1}],\"plain\":[1,2],"
                + "\"deep\":[[3]],\"hive\":[4,null]}");
  }

  @Test
  void shouldWriteJsonAsWhatItIs() throws IOException {
    String columns =
        "optional binary a (JSON); optional binary b (JSON); optional binary c (JSON);"
            + "optional binary d (JSON); optional binary e (JSON);";
    assertThat(
            json(
                columns,
                row ->
                    row.append("a", "{\n \"k\": [1.50, \"x\"]\r\n}")
                        .append("b", "\"text\"")
                        .append("c", " ")
                        .append("d", "{\"broken\": ")
                        .append("e", "1 2")))
        .isEqualTo(
            "{\"a\":{  \"k\": [1.50, \"x\"]  },\"b\":\"text\",\"c\":null,"
                + "\"d\":\"{\\\"broken\\\": \",\"e\":\"1 2\"}");
  }

  @Test
  void shouldWriteWhatIsNoNumberAsNull() throws IOException {
    assertThat(
            json(
                "optional double d; optional float f; optional double ok;",
                row ->
                    row.append("d", Double.NaN)
                        .append("f", Float.NEGATIVE_INFINITY)
                        .append("ok", 404.0)))
        .isEqualTo("{\"d\":null,\"f\":null,\"ok\":404.0}");
  }

  @Test
  void shouldWriteTimesIntervalsAndNumbersAsWhatTheyAre() throws IOException {
    Binary interval =
        Binary.fromConstantByteBuffer(
            ByteBuffer.allocate(12)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(14)
                .putInt(3)
                .putInt(5_004)
                .flip());
    assertThat(
            json(
                "optional int32 ms (TIME(MILLIS,true)); optional int64 us (TIME(MICROS,false));"
                    + "optional int64 bad (TIME(NANOS,true));"
                    + "optional fixed_len_byte_array(16) id (UUID);"
                    + "optional fixed_len_byte_array(12) i (INTERVAL);"
                    + "optional fixed_len_byte_array(2) half (FLOAT16);"
                    + "optional fixed_len_byte_array(2) small (FLOAT16);"
                    + "optional fixed_len_byte_array(2) nan (FLOAT16);"
                    + "optional binary e (ENUM); optional fixed_len_byte_array(3) d (DECIMAL(5,2));",
                row ->
                    row.append("ms", 43_200_500)
                        .append("us", 1_000_000L)
                        .append("bad", -1L)
                        .append("id", bytes(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 255))
                        .append("i", interval)
                        .append("half", bytes(0x00, 0xc1))
                        .append("small", bytes(0x01, 0x00))
                        .append("nan", bytes(0x00, 0x7e))
                        .append("e", "RED")
                        .append("d", bytes(0xff, 0xff, 0x85))))
        .isEqualTo(
            "{\"ms\":\"12:00:00.500\",\"us\":\"00:00:01\",\"bad\":-1,"
                + "\"id\":\"00010203-0405-0607-0809-0a0b0c0d0eff\",\"i\":\"P14M3DT5.004S\","
                + "\"half\":-2.5,\"small\":5.9604645E-8,\"nan\":null,\"e\":\"RED\",\"d\":-1.23}");
  }

  @Test
  void shouldReadBytesByWhatTheirColumnIsReadAs() throws IOException {
    String columns =
        "optional binary url; optional binary raw; optional group meta { optional binary source;"
            + " optional binary other; }";
    assertThat(
            json(
                columns,
                row -> {
                  row.append("url", "https://a.example/ü").append("raw", "text");
                  row.addGroup("meta").append("source", "s").append("other", "o");
                }))
        .isEqualTo(
            "{\"url\":\"https://a.example/ü\",\"raw\":\"dGV4dA==\","
                + "\"meta\":{\"source\":\"s\",\"other\":\"bw==\"}}");
    assertThat(json(columns, row -> row.append("url", bytes('a', 0xff))))
        .isEqualTo("{\"url\":\"a\ufffd\"}");
  }

  /** Whether its bytes are UTF-8 or not. */
  @ParameterizedTest
  @ValueSource(strings = {"<p>plain", "<p>ärger"})
  void shouldPassOnBytesOfABodyAsSuch(String html) throws IOException {
    Binary body = Binary.fromConstantByteArray(html.getBytes(ISO_8859_1));
    String base64 = Base64.getEncoder().encodeToString(body.getBytes());
    String columns = "optional binary html; optional binary contentType (STRING);";
    assertThat(json(columns, row -> row.append("html", body)))
        .isEqualTo("{\"contentType\":\"text/html\",\"bodyBase64\":\"" + base64 + "\"}");
    assertThat(
            json(
                columns,
                row -> row.append("html", body).append("contentType", "text/html; charset=x")))
        .isEqualTo("{\"contentType\":\"text/html; charset=x\",\"bodyBase64\":\"" + base64 + "\"}");
    assertThat(
            json(
                "optional binary html; optional group page { optional binary markdown; }",
                row -> row.addGroup("page").append("markdown", body)))
        .endsWith(",\"contentType\":\"text/markdown\",\"bodyBase64\":\"" + base64 + "\"}");
  }

  @Test
  void shouldRefuseColumnsThatAreReadButNotOfATypeThatIs() throws IOException {
    assertThatThrownBy(
            () -> json("optional group meta { optional binary source (BSON); }", row -> {}))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("the column 'meta.source' is BSON");
    assertThat(json("optional binary other (BSON);", row -> row.append("other", "x")))
        .isEqualTo("{\"other\":\"eA==\"}");
  }

  @Test
  void shouldWriteVariants() throws IOException {
    Variant variant = variant();
    assertThat(
            json(
                "optional group v (VARIANT(1)) { required binary metadata;"
                    + " required binary value; }",
                row ->
                    row.addGroup("v")
                        .append("metadata", binary(variant.getMetadataBuffer()))
                        .append("value", binary(variant.getValueBuffer()))))
        .isEqualTo("{\"v\":{\"a\":[1,null,\"x\"],\"n\":{\"b\":true}}}");
  }

  /** Parts of a variant in columns of their own. */
  @Test
  void shouldWriteShreddedVariants() throws IOException {
    Variant variant = variant();
    String columns =
        "optional group v (VARIANT(1)) { required binary metadata; optional binary value;"
            + " optional group typed_value {"
            + " required group url { optional binary value;"
            + "   optional binary typed_value (STRING); }"
            + " required group gone { optional binary value; optional int32 typed_value; }"
            + " required group tags { optional binary value;"
            + "   optional group typed_value (LIST) { repeated group list {"
            + "     required group element { optional binary value;"
            + "       optional int64 typed_value (TIMESTAMP(MILLIS,true)); } } } } } }";
    assertThat(
            json(
                columns,
                row -> {
                  Group v = row.addGroup("v");
                  v.append("metadata", binary(variant.getMetadataBuffer()));
                  v.append("value", binary(variant.getValueBuffer()));
                  Group typed = v.addGroup("typed_value");
                  typed.addGroup("url").append("typed_value", "https://a.example/");
                  typed.addGroup("gone");
                  Group list = typed.addGroup("tags").addGroup("typed_value");
                  list.addGroup(0).addGroup(0).append("typed_value", 0L);
                  list.addGroup(0).addGroup(0).append("value", bytes(0));
                }))
        .isEqualTo(
            "{\"v\":{\"url\":\"https://a.example/\",\"tags\":[\"1970-01-01T00:00:00Z\",null],"
                + "\"a\":[1,null,\"x\"],\"n\":{\"b\":true}}}");
  }

  /** An array of 255 elements, each of which is the array of 255 elements within it, and so on. */
  @Test
  void shouldBoundWhatDamagedVariantsUnfoldTo() {
    int levels = 6;
    byte[] value = {0};
    for (int level = 0; level < levels; level++) {
      ByteBuffer array = ByteBuffer.allocate(2 + 256 * 4 + value.length);
      array.order(ByteOrder.LITTLE_ENDIAN).put((byte) (3 | 3 << 2)).put((byte) 255);
      for (int i = 0; i < 255; i++) {
        array.putInt(0);
      }
      value = array.putInt(value.length).put(value).array();
    }
    Binary bomb = Binary.fromConstantByteArray(value);
    assertThatThrownBy(
            () ->
                json(
                    "optional group v (VARIANT(1)) { required binary metadata;"
                        + " required binary value; }",
                    row ->
                        row.addGroup("v").append("metadata", bytes(1, 0, 0)).append("value", bomb)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("lie upon each other");
  }

  @Test
  void shouldEndRowsThatAreTooLong() throws IOException {
    String columns = "optional binary a (STRING); optional binary b (STRING);";
    Group row = new SimpleGroup(schema(columns));
    row.append("a", "x".repeat(100_000)).append("b", "y".repeat(100_000));
    RowJson rows = new RowJson(schema(columns), COLUMNS);
    assertThat(rows.of(row, 1_000)).hasSizeBetween(1_001, 100_000);
    assertThat(rows.of(row, 1 << 20)).hasSizeGreaterThan(200_000);
  }

  private static Variant variant() {
    VariantBuilder builder = new VariantBuilder();
    VariantObjectBuilder object = builder.startObject();
    object.appendKey("a");
    VariantArrayBuilder array = object.startArray();
    array.appendInt(1);
    array.appendNull();
    array.appendString("x");
    object.endArray();
    object.appendKey("n");
    VariantObjectBuilder inner = object.startObject();
    inner.appendKey("b");
    inner.appendBoolean(true);
    object.endObject();
    builder.endObject();
    return builder.build();
  }

  private static Binary binary(ByteBuffer buffer) {
    return Binary.fromConstantByteBuffer(buffer.duplicate());
  }
}
