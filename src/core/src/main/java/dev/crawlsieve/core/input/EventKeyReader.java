package dev.crawlsieve.core.input;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;

/**
 * Extracts the key of a record from the page event it carries. It stops as soon as it has it, and
 * leaves errors to be reported when the event is parsed as a page.
 */
final class EventKeyReader {

  private final JsonFactory factory;

  EventKeyReader(Limits limits) {
    factory =
        new JsonFactoryBuilder()
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(JsonFactory.Feature.CHARSET_DETECTION)
            .configure(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS, true)
            .streamReadConstraints(
                StreamReadConstraints.builder()
                    .maxStringLength(limits.maxBytes())
                    .maxNameLength(10_000)
                    .build())
            .build();
  }

  /** The event's URL in UTF-8, or null if it has none. */
  byte[] read(byte[] event) {
    int start = event.length > 3 && event[0] == (byte) 0xef ? 3 : 0;
    try (JsonParser json = factory.createParser(event, start, event.length - start)) {
      if (json.nextToken() == JsonToken.START_OBJECT) {
        while (json.nextToken() == JsonToken.FIELD_NAME) {
          String name = json.currentName();
          if (json.nextToken() == JsonToken.VALUE_STRING && name.equals("url")) {
            byte[] key = json.getText().getBytes(UTF_8);
            return key.length == 0 ? null : key;
          }
          json.skipChildren();
        }
      }
      return null;
    } catch (IOException e) {
      // Not an event; PageEventParser reports why.
      return null;
    }
  }
}
