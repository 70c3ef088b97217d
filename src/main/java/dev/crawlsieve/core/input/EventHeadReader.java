package dev.crawlsieve.core.input;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import dev.crawlsieve.core.page.FetchTime;
import java.io.IOException;
import java.time.DateTimeException;

/**
 * Extracts the key and timestamp of a record from the page event it carries. It stops as soon as it
 * has both, and leaves errors to be reported when the event is parsed as a page.
 */
final class EventHeadReader {

  /**
   * The record's key and timestamp.
   *
   * @param key the event's URL in UTF-8, or null
   * @param timestamp its fetch time, milliseconds since 1970-01-01T00:00Z, or -1
   */
  record Head(byte[] key, long timestamp) {}

  private final JsonFactory factory;

  EventHeadReader(Limits limits) {
    factory =
        JsonFactory.builder()
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(JsonFactory.Feature.CHARSET_DETECTION)
            .streamReadConstraints(
                StreamReadConstraints.builder()
                    .maxStringLength(limits.maxBytes())
                    .maxNameLength(10_000)
                    .build())
            .build();
  }

  Head read(byte[] event) {
    byte[] key = null;
    String time = null;
    int start = event.length > 3 && event[0] == (byte) 0xef ? 3 : 0;
    try (JsonParser json = factory.createParser(event, start, event.length - start)) {
      if (json.nextToken() == JsonToken.START_OBJECT) {
        while ((key == null || time == null) && json.nextToken() == JsonToken.FIELD_NAME) {
          String name = json.currentName();
          JsonToken token = json.nextToken();
          if (token == JsonToken.VALUE_STRING && name.equals("url")) {
            key = json.getText().getBytes(UTF_8);
          } else if ((token == JsonToken.VALUE_STRING || token.isNumeric())
              && name.equals("fetchTime")) {
            time = json.getText();
          }
          json.skipChildren();
        }
      }
    } catch (IOException e) {
      // Not an event; PageEventParser reports why.
      return new Head(null, -1);
    }
    return new Head(key == null || key.length == 0 ? null : key, time == null ? -1 : millis(time));
  }

  /**
   * A time in any format that {@link FetchTime} accepts; -1 for anything else, and for times before
   * 1970.
   */
  static long millis(String time) {
    try {
      return Math.max(-1, FetchTime.parse(time).toEpochMilli());
    } catch (DateTimeException | ArithmeticException e) {
      // A page without a valid time is still a page.
      return -1;
    }
  }
}
