package dev.crawlsieve.core.page;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads all response headers of a JSON page event, with every value of a header that has several;
 * {@link PageEvent} keeps only those that say something about the page's text. Thread-safe.
 *
 * <p>Accepts what {@link PageEventParser} accepts: an object of names and values, where a value may
 * be an array, or an array of pairs. What is neither a string nor a number is left out.
 */
public final class EventHeaders {

  /** A header line. */
  public record Header(String name, String value) {}

  private final JsonFactory factory;

  /**
   * @param maxBytes largest event in bytes
   */
  public EventHeaders(int maxBytes) {
    factory =
        JsonFactory.builder()
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .streamReadConstraints(
                StreamReadConstraints.builder()
                    .maxStringLength(maxBytes)
                    .maxDocumentLength(maxBytes)
                    .maxNumberLength(maxBytes)
                    .build())
            .build();
  }

  /**
   * The headers in the order given; empty if the event has none.
   *
   * @param event an event that {@link PageEventParser} has accepted
   * @throws BadPageException if it is not JSON
   */
  public List<Header> read(byte[] event) throws BadPageException {
    try (JsonParser json = factory.createParser(event)) {
      JsonToken start = json.nextToken();
      while (start == JsonToken.START_OBJECT && json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        json.nextToken();
        if (name.equals("headers")) {
          return headers(json);
        }
        json.skipChildren();
      }
      return List.of();
    } catch (IOException e) {
      throw new BadPageException("the value is not JSON: " + e.getMessage(), e);
    }
  }

  private static List<Header> headers(JsonParser json) throws IOException {
    List<Header> headers = new ArrayList<>();
    if (json.currentToken() == JsonToken.START_OBJECT) {
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        json.nextToken();
        values(json).forEach(value -> headers.add(new Header(name, value)));
      }
    } else if (json.currentToken() == JsonToken.START_ARRAY) {
      while (json.nextToken() != JsonToken.END_ARRAY) {
        pair(json, headers);
      }
    }
    return headers;
  }

  private static void pair(JsonParser json, List<Header> headers) throws IOException {
    boolean named = json.currentToken() == JsonToken.START_OBJECT;
    String name = null;
    List<String> values = List.of();
    for (int i = 0; !json.nextToken().isStructEnd(); i++) {
      String key = named ? json.currentName() : i == 0 ? "name" : i == 1 ? "value" : "";
      if (named) {
        json.nextToken();
      }
      List<String> read = values(json);
      if (key.equals("name")) {
        name = read.isEmpty() ? null : read.get(0);
      } else if (key.equals("value")) {
        values = read;
      }
    }
    if (name != null) {
      String of = name;
      values.forEach(value -> headers.add(new Header(of, value)));
    }
  }

  /** The strings and numbers of a value or an array of them. */
  private static List<String> values(JsonParser json) throws IOException {
    List<String> values = new ArrayList<>();
    if (json.currentToken() == JsonToken.START_ARRAY) {
      while (json.nextToken() != JsonToken.END_ARRAY) {
        add(json, values);
      }
    } else {
      add(json, values);
    }
    return values;
  }

  private static void add(JsonParser json, List<String> values) throws IOException {
    if (json.currentToken() == JsonToken.VALUE_STRING || json.currentToken().isNumeric()) {
      values.add(json.getText());
    }
    json.skipChildren();
  }
}
