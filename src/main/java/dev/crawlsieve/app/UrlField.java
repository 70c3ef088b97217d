package dev.crawlsieve.app;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Finds a page event's URL without reading the rest of the event. */
final class UrlField {

  private static final JsonFactory JSON = new JsonFactory();

  private UrlField() {}

  /** The URL in UTF-8, or null if the value is no page event or its URL is not a string. */
  static byte[] of(byte[] event) {
    try (JsonParser in = JSON.createParser(event)) {
      if (in.nextToken() != JsonToken.START_OBJECT) {
        return null;
      }
      while (in.nextToken() == JsonToken.FIELD_NAME) {
        boolean url = in.currentName().equals("url");
        JsonToken value = in.nextToken();
        if (url) {
          return value == JsonToken.VALUE_STRING
              ? in.getText().getBytes(StandardCharsets.UTF_8)
              : null;
        }
        in.skipChildren();
      }
      return null;
    } catch (IOException e) {
      // What is wrong with the event is for the topology to say, which keeps it as a dead letter.
      return null;
    }
  }
}
