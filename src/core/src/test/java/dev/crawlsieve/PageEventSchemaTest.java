package dev.crawlsieve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.crawlsieve.core.config.PageSettings;
import dev.crawlsieve.core.extract.PageReader;
import dev.crawlsieve.core.page.BadPageException;
import dev.crawlsieve.core.page.HttpUrl;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the schema of page events with the parser of page events. */
final class PageEventSchemaTest {

  private static final Schemas SCHEMA = Schemas.named("page-event");

  private static final Arbitrary<String> SCALARS =
      Arbitraries.of(
          "null",
          "true",
          "7",
          "-1",
          "2.5",
          "200",
          "404",
          "''",
          "' '",
          "'x'",
          "'200'",
          "' 404 '",
          "'d29yZHM='",
          "'2026-01-31T12:00:00Z'",
          "1769860800000",
          "'text/html'");

  private static final Arbitrary<String> VALUES =
      Arbitraries.frequencyOf(
          net.jqwik.api.Tuple.of(6, SCALARS),
          net.jqwik.api.Tuple.of(1, SCALARS.list().ofMaxSize(3).map(PageEventSchemaTest::array)),
          net.jqwik.api.Tuple.of(
              1,
              SCALARS
                  .list()
                  .ofMaxSize(2)
                  .map(PageEventSchemaTest::array)
                  .list()
                  .ofMaxSize(2)
                  .map(PageEventSchemaTest::array)),
          net.jqwik.api.Tuple.of(
              1,
              Arbitraries.maps(Arbitraries.of("name", "value", "Link", "x"), SCALARS)
                  .ofMaxSize(3)
                  .map(PageEventSchemaTest::object)),
          net.jqwik.api.Tuple.of(
              1,
              Arbitraries.maps(Arbitraries.of("uri", "offset", "length"), SCALARS)
                  .ofMinSize(2)
                  .map(PageEventSchemaTest::object)));

  @Provide
  Arbitrary<String> events() {
    return Arbitraries.maps(
            Arbitraries.of(
                "html",
                "text",
                "bodyBase64",
                "bodyRef",
                "contentType",
                "status",
                "fetchTime",
                "headers",
                "reference",
                "other"),
            VALUES)
        .ofMaxSize(5)
        .map(fields -> object(fields).replace('\'', '"'));
  }

  private static String array(java.util.List<String> values) {
    return "[" + String.join(",", values) + "]";
  }

  private static String object(Map<String, String> fields) {
    return fields.entrySet().stream()
        .map(field -> "'" + field.getKey() + "':" + field.getValue())
        .collect(Collectors.joining(",", "{", "}"));
  }

  /** The schema does not cover base64. */
  @Property
  void shouldAcceptWhatTheReaderAccepts(@ForAll("events") String event) {
    try {
      read(event);
      assertThat(SCHEMA.accepts(event)).as(event).isTrue();
    } catch (BadPageException e) {
      boolean format = e.getMessage().contains("base64");
      assertThat(SCHEMA.accepts(event) && !format).as(event + ": " + e.getMessage()).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "7",
        "{}",
        "{'url':7,'text':''}",
        "{'html':'','text':''}",
        "{'text':'','headers':7}",
        "{'text':'','headers':[7]}",
        "{'text':'','status':true}",
        "{'text':'','status':2.5}",
        "{'text':'','status':'fresh'}",
        "{'status':200}",
        "{'status':null}",
        "{'html':null}",
        "{'text':'','reference':'true'}",
        "{'text':'','reference':1}",
        "{'bodyRef':null}",
        "{'bodyRef':'file:///a'}",
        "{'bodyRef':{'uri':'file:///a','offset':0}}",
        "{'bodyRef':{'uri':'file:///a','offset':-1,'length':1}}",
        "{'bodyRef':{'uri':'file:///a','offset':0,'length':0}}",
        "{'bodyRef':{'uri':'file:///a','offset':'0x1','length':1}}",
        "{'bodyRef':{'uri':'file:///a','offset':'','length':1}}",
        "{'bodyRef':{'uri':'file:///a','offset':0,'length':'00'}}",
        "{'bodyRef':{'uri':'file:///a','offset':'1234567890123456789','length':1}}",
        "{'bodyRef':{'uri':null,'offset':0,'length':1}}",
        "{'text':'','bodyRef':{'uri':'file:///a','offset':0,'length':1}}"
      })
  void shouldRefuseWhatTheReaderRefuses(String event) {
    String json = event.replace('\'', '"');
    assertThat(SCHEMA.accepts(json)).isFalse();
    assertThat(isRead(json)).isFalse();
  }

  /** As CDXJ has them. */
  @Test
  void shouldTakeNumbersInStringsForWhereABodyIs() {
    String event = "{\"bodyRef\":{\"uri\":\"file:///a\",\"offset\":\"1731\",\"length\":\"9207\"}}";
    assertThat(isRead(event)).isTrue();
    assertThat(SCHEMA.accepts(event)).isTrue();
  }

  @Test
  void shouldRefuseAnArchiveWhoseUriIsTooLong() throws BadPageException {
    String event = "{\"bodyRef\":{\"uri\":\"file:///%s\",\"offset\":0,\"length\":1}}";
    int left = HttpUrl.MAX_CHARS - "file:///".length();
    assertThat(isRead(event.formatted("a".repeat(left)))).isTrue();
    assertThat(isRead(event.formatted("a".repeat(left + 1)))).isFalse();
    assertThat(SCHEMA.accepts(event.formatted("a".repeat(left + 1)))).isFalse();
  }

  @Test
  void shouldHaveExamplesThatAreRead() {
    JsonNode examples = SCHEMA.schema().get("examples");
    assertThat(examples).isNotEmpty();
    for (JsonNode example : examples) {
      SCHEMA.check(example);
      assertThat(isRead(example.toString())).isTrue();
    }
  }

  private static boolean isRead(String event) {
    try {
      read(event);
      return true;
    } catch (BadPageException e) {
      return false;
    }
  }

  private static void read(String event) throws BadPageException {
    PageReader.of(new PageSettings(PageSettings.Format.JSON, 1 << 20, Set.of()))
        .url("http://a.example/".getBytes(UTF_8), event.getBytes(UTF_8), name -> null);
  }
}
