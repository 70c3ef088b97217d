package dev.crawlsieve.core.page;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Arrays;

/**
 * A page event with its body cut out. What remains is short, and is valid JSON exactly if the whole
 * event is.
 */
final class BodyCut {

  // Up to the body, tokens are separated as any JSON reader does it: quotation marks begin strings,
  // and brackets count only outside strings. If the text before the body is not JSON, the position
  // found may be wrong, but then the remainder is not JSON either, since it has the same beginning.

  private static final byte[] HTML = "html".getBytes(US_ASCII);
  private static final byte[] TEXT = "text".getBytes(US_ASCII);
  private static final byte[] BODY_BASE64 = "bodyBase64".getBytes(US_ASCII);

  private final byte[] rest;
  private final String field;
  private final byte[] utf8;

  private BodyCut(byte[] rest, String field, byte[] utf8) {
    this.rest = rest;
    this.field = field;
    this.utf8 = utf8;
  }

  /**
   * Cuts the first {@code html} or {@code text} out of an event.
   *
   * @param start offset at which the event begins
   * @return null if there is no such field, or if its value is in doubt
   */
  static BodyCut of(byte[] event, int start) {
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
        if (depth == 1) {
          boolean html = is(event, at + 1, end, HTML);
          if (html || is(event, at + 1, end, TEXT)) {
            int body = valueString(event, end + 1);
            if (body >= 0) {
              return cut(event, start, html ? "html" : "text", body);
            }
          } else if (is(event, at + 1, end, BODY_BASE64)) {
            return null;
          }
        }
        at = end;
      }
    }
    return null;
  }

  private static BodyCut cut(byte[] event, int start, String field, int body) {
    JsonText text = JsonText.read(event, body + 1);
    if (text == null) {
      return null;
    }
    int before = body + 1 - start;
    int after = event.length - text.end();
    byte[] rest = new byte[before + after];
    System.arraycopy(event, start, rest, 0, before);
    System.arraycopy(event, text.end(), rest, before, after);
    return new BodyCut(rest, field, text.utf8());
  }

  /** Offset of a string's closing quotation mark, or -1. */
  private static int end(byte[] event, int from) {
    for (int at = from; at < event.length; at++) {
      if (event[at] == '"') {
        return at;
      }
      if (event[at] == '\\') {
        at++;
      }
    }
    return -1;
  }

  private static boolean is(byte[] event, int from, int to, byte[] name) {
    return to - from == name.length && Arrays.equals(event, from, to, name, 0, name.length);
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

  /** The event with an empty string in place of the body. */
  byte[] rest() {
    return rest;
  }

  /** The name of the body's field. */
  String field() {
    return field;
  }

  /** The body's characters, in UTF-8. */
  byte[] utf8() {
    return utf8;
  }
}
