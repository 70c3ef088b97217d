package dev.crawlsieve.core.page;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.time.Instant;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Values of types that JSON lacks, as mongoexport writes them: {@code {"$date": "2026-…"}}, or
 * {@code {"$date": {"$numberLong": "17…"}}} (MongoDB Extended JSON 2, relaxed and canonical).
 */
final class ExtendedJson {

  private static final Pattern MILLIS = Pattern.compile("-?\\d{1,15}");

  private ExtendedJson() {}

  /** Whether a field of an object holds the value that the object stands for. */
  static boolean isType(String name) {
    return name.startsWith("$");
  }

  /**
   * The text of a string, a number or an object that stands for one; null of anything else. The
   * parser is at the value's first token, and afterwards at its last.
   */
  static @Nullable String text(JsonParser json) throws IOException {
    JsonToken token = json.currentToken();
    if (token != JsonToken.START_OBJECT) {
      json.skipChildren();
      return token == JsonToken.VALUE_STRING || token.isNumeric() ? json.getText() : null;
    }
    String text = null;
    while (json.nextToken() != JsonToken.END_OBJECT) {
      boolean type = text == null && isType(json.currentName());
      json.nextToken();
      if (type) {
        text = typed(json.currentName(), json);
      } else {
        json.skipChildren();
      }
    }
    return text;
  }

  /**
   * The text of the value of a field that is a type. A date that is a number counts milliseconds,
   * however few.
   */
  static @Nullable String typed(String type, JsonParser json) throws IOException {
    String text = text(json);
    return type.equals("$date") && text != null && MILLIS.matcher(text).matches()
        ? Instant.ofEpochMilli(Long.parseLong(text)).toString()
        : text;
  }
}
