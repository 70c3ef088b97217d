package dev.crawlsieve.core.page;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads all response headers of a JSON page event, with every value of a header that has several,
 * up to {@value #MOST_VALUES}. {@link PageEvent} keeps only the headers that say something about
 * the page's text. Thread-safe.
 *
 * <p>Headers are an object of names and values, or an array of pairs; each pair is an array of name
 * and value, or an object with {@code name} (or {@code key}) and {@code value}. A value may be an
 * array. Anything but a string or a number becomes null.
 */
public final class EventHeaders {

  /** More values of one header than any server sends. */
  static final int MOST_VALUES = 10_000;

  private final JsonFactory factory;

  /**
   * @param maxBytes largest event in bytes
   */
  public EventHeaders(int maxBytes) {
    factory = PageEventParser.factory(maxBytes);
  }

  /**
   * Passes on the headers in the order of the event.
   *
   * @param event an event that {@link PageEventParser} has accepted
   * @param sink receives the name and one value of a header
   * @throws BadPageException if it is not JSON
   */
  public void read(byte[] event, BiConsumer<String, String> sink) throws BadPageException {
    int start = PageEventParser.start(event);
    try (JsonParser json = factory.createParser(event, start, event.length - start)) {
      JsonToken first = json.nextToken();
      while (first == JsonToken.START_OBJECT && json.nextToken() == JsonToken.FIELD_NAME) {
        String field = json.currentName();
        if (json.nextToken().isStructStart() && field.equals("headers")) {
          forEach(
              json,
              MOST_VALUES,
              (name, values) ->
                  values.stream()
                      .filter(Objects::nonNull)
                      .forEach(value -> sink.accept(name, value)));
          return;
        }
        json.skipChildren();
      }
    } catch (IOException e) {
      throw new BadPageException("the value is not JSON", e);
    }
  }

  /**
   * Passes on each header with its values; the parser is at the first token of the headers, and
   * afterwards at the last.
   *
   * @param most number of values of a header to keep; the first ones are kept
   */
  static void forEach(JsonParser json, int most, BiConsumer<String, List<String>> sink)
      throws IOException, BadPageException {
    if (json.currentToken() == JsonToken.START_OBJECT) {
      while (json.nextToken() != JsonToken.END_OBJECT) {
        String name = json.currentName();
        json.nextToken();
        sink.accept(name, values(json, most));
      }
      return;
    }
    while (json.nextToken() != JsonToken.END_ARRAY) {
      boolean named = json.currentToken() == JsonToken.START_OBJECT;
      if (!named && json.currentToken() != JsonToken.START_ARRAY) {
        throw new BadPageException(
            "the field 'headers' has "
                + PageEventParser.typeOf(json.currentToken())
                + " among its pairs, must contain arrays of a name and a value");
      }
      readPair(json, named, most, sink);
    }
  }

  private static void readPair(
      JsonParser json, boolean named, int most, BiConsumer<String, List<String>> sink)
      throws IOException {
    String name = null;
    List<String> values = List.of();
    for (int i = 0; !json.nextToken().isStructEnd(); i++) {
      String key = named ? json.currentName() : i == 0 ? "name" : i == 1 ? "value" : "";
      if (named) {
        json.nextToken();
      }
      List<String> read = values(json, key.equals("value") ? most : 1);
      if (key.equals("name") || key.equals("key")) {
        name = read.isEmpty() ? null : read.get(0);
      } else if (key.equals("value")) {
        values = read;
      }
    }
    if (name != null) {
      sink.accept(name, values);
    }
  }

  private static List<String> values(JsonParser json, int most) throws IOException {
    List<String> values = new ArrayList<>(1);
    if (json.currentToken() != JsonToken.START_ARRAY) {
      values.add(value(json));
      return values;
    }
    while (json.nextToken() != JsonToken.END_ARRAY) {
      if (values.size() < most) {
        values.add(value(json));
      } else {
        json.skipChildren();
      }
    }
    return values;
  }

  private static @Nullable String value(JsonParser json) throws IOException {
    boolean scalar =
        json.currentToken() == JsonToken.VALUE_STRING || json.currentToken().isNumeric();
    String value = scalar ? json.getText() : null;
    json.skipChildren();
    return value;
  }
}
