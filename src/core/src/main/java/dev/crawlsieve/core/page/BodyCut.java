package dev.crawlsieve.core.page;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.crawlsieve.core.text.EightAscii;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page event with its body cut out. What remains is short, and is valid JSON if and only if the
 * whole event is.
 *
 * @param rest the event with an empty string in place of the body
 * @param field the name of the body's field
 * @param body the body's bytes; if the field holds characters, these in UTF-8
 */
record BodyCut(byte[] rest, String field, byte[] body) {

  // Up to the body, tokens are separated as by any JSON reader: quotation marks begin strings, and
  // brackets count only outside strings. If the text before the body is not JSON, the position
  // found may be wrong. But then the rest is not JSON either, since it has the same beginning.

  private static final String BODY_BASE64 = "bodyBase64";
  private static final List<String> FIELDS = List.of("html", "text", BODY_BASE64);
  private static final List<byte[]> NAMES =
      FIELDS.stream().map(field -> field.getBytes(US_ASCII)).toList();

  /**
   * Cuts the first field {@code html}, {@code text} or {@code bodyBase64} out of an event.
   *
   * @param start offset at which the event begins
   * @return null if there is no such field, or if its value is in doubt
   */
  static @Nullable BodyCut of(byte[] event, int start) {
    int depth = 0;
    for (int at = start; at < event.length; at++) {
      byte c = event[at];
      if (c == '{' || c == '[') {
        depth++;
      } else if (c == '}' || c == ']') {
        depth--;
      } else if (c == '"') {
        int end = end(event, at + 1);
        if (end < 0) {
          return null;
        }
        String field = depth == 1 ? field(event, at + 1, end) : null;
        int body = field == null ? -1 : valueString(event, end + 1);
        if (field != null && body >= 0) {
          return field.equals(BODY_BASE64)
              ? cutBase64(event, start, body)
              : cutText(event, start, field, body);
        }
        at = end;
      }
    }
    return null;
  }

  private static @Nullable BodyCut cutText(byte[] event, int start, String field, int body) {
    JsonText text = JsonText.read(event, body + 1);
    return text == null
        ? null
        : new BodyCut(rest(event, start, body, text.end()), field, text.utf8());
  }

  private static @Nullable BodyCut cutBase64(byte[] event, int start, int body) {
    // The first quotation mark ends it: base64 has no escapes, and a backslash is not decoded
    int end = EightAscii.find(event, body + 1, event.length, '"');
    if (end == event.length) {
      return null;
    }
    try {
      ByteBuffer encoded = ByteBuffer.wrap(event, body + 1, end - body - 1);
      byte[] decoded = Base64.getDecoder().decode(encoded).array();
      return new BodyCut(rest(event, start, body, end), BODY_BASE64, decoded);
    } catch (IllegalArgumentException e) {
      return null; // escapes, line breaks or not base64: left to Jackson
    }
  }

  private static byte[] rest(byte[] event, int start, int body, int end) {
    int before = body + 1 - start;
    int after = event.length - end;
    byte[] rest = new byte[before + after];
    System.arraycopy(event, start, rest, 0, before);
    System.arraycopy(event, end, rest, before, after);
    return rest;
  }

  /** The name of the body's field between two offsets. */
  private static @Nullable String field(byte[] event, int from, int to) {
    for (int i = 0; i < NAMES.size(); i++) {
      if (Arrays.equals(event, from, to, NAMES.get(i), 0, NAMES.get(i).length)) {
        return FIELDS.get(i);
      }
    }
    return null;
  }

  /** Offset of a string's closing quotation mark, or -1. */
  private static int end(byte[] event, int from) {
    int quote = -1;
    for (int at = from; ; ) {
      if (quote < at) {
        quote = EightAscii.find(event, at, event.length, '"');
      }
      int escape = EightAscii.find(event, at, quote, '\\');
      if (escape == quote) {
        return quote < event.length ? quote : -1;
      }
      at = escape + 2;
    }
  }

  /** Offset of the opening quotation mark if a colon and a string follow, or -1. */
  private static int valueString(byte[] event, int from) {
    int colon = next(event, from);
    if (colon == event.length || event[colon] != ':') {
      return -1;
    }
    int value = next(event, colon + 1);
    return value < event.length && event[value] == '"' ? value : -1;
  }

  private static int next(byte[] event, int from) {
    int at = from;
    while (at < event.length
        && (event[at] == ' ' || event[at] == '\n' || event[at] == '\r' || event[at] == '\t')) {
      at++;
    }
    return at;
  }
}
