package dev.crawlsieve.core.maintext;

/**
 * Finds the values that a script hands over: object and array literals, and strings of JSON, that
 * it assigns or passes, as in <code>window.x = {…}</code>, {@code f("name", […])} and {@code x =
 * JSON.parse("{…}")}. Names do not matter. It stops at the first statement that does anything else,
 * which in code is among the first words; a literal with a call or a function in it is code, too.
 */
final class ScriptValues {

  /** What comes before a value is not longer, in bytes, without comments. */
  private static final int LONGEST_HEAD = 256;

  private final byte[] utf8;
  private final int end;
  private int from;
  private int at;

  ScriptValues(byte[] utf8, int from, int to) {
    this.utf8 = utf8;
    this.from = from;
    at = from;
    end = to;
  }

  /** Moves to the next value; returns whether there is one. Takes linear time in all. */
  boolean next() {
    int head = at + LONGEST_HEAD;
    byte before = at == from ? 0 : (byte) ']';
    while (at < Math.min(head, end)) {
      from = at;
      byte c = utf8[at];
      if (c == '{' ? !isName(before) : c == '[' && !isIndexed(before)) {
        return literal();
      } else if (isQuote(c)) {
        string();
        if (isJson(from + 1)) {
          return true;
        }
      } else if (c == '/' || c == '<') {
        if (!comment()) {
          return false;
        }
        head += at - from;
        continue;
      } else if (c == ')' ? before != ']' && before != ')' : !isHead(c)) {
        return false;
      } else {
        at++;
      }
      before = isBlank(c) ? before : c;
    }
    return false;
  }

  /** Offset of the value's first byte. */
  int from() {
    return from;
  }

  /** Offset after the value. */
  int to() {
    return at;
  }

  /** Moves past the literal that begins here; returns whether it is data. One may be cut off. */
  private boolean literal() {
    int depth = 0;
    do {
      byte c = utf8[at];
      if (isQuote(c)) {
        string();
        continue;
      }
      if (c == '{' || c == '[') {
        depth++;
      } else if (c == '}' || c == ']') {
        depth--;
      } else if (!isName(c) && !isBlank(c) && ":,.-+!".indexOf(c) < 0) {
        return false;
      }
      at++;
    } while (depth > 0 && at < end);
    return true;
  }

  private void string() {
    byte quote = utf8[at++];
    while (at < end && utf8[at] != quote) {
      at += utf8[at] == '\\' ? 2 : 1;
    }
    at = Math.min(at + 1, end);
  }

  /** Whether JSON begins with this byte of a string. */
  private boolean isJson(int start) {
    int i = start;
    while (i < at && isBlank(utf8[i])) {
      i++;
    }
    return i < at && (utf8[i] == '{' || utf8[i] == '[');
  }

  /** Moves past the comment that begins here (ECMAScript, 12.4 and B.1.1), if one does. */
  private boolean comment() {
    boolean block = startsWith(at, "/*");
    if (!block && !startsWith(at, "//") && !startsWith(at, "<!--")) {
      return false;
    }
    at += 2;
    while (at < end && (block ? !startsWith(at, "*/") : utf8[at] != '\n')) {
      at++;
    }
    at = Math.min(at + (block ? 2 : 1), end);
    return true;
  }

  private boolean startsWith(int i, String text) {
    for (int j = 0; j < text.length(); j++) {
      if (i + j >= end || utf8[i + j] != text.charAt(j)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isHead(byte c) {
    return isName(c) || isBlank(c) || "=(|,;.[]".indexOf(c) >= 0;
  }

  private static boolean isIndexed(byte before) {
    return isName(before) || before == ']' || before == ')';
  }

  private static boolean isName(byte c) {
    return (c >= '0' && c <= '9')
        || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z')
        || c == '_'
        || c == '$'
        || c < 0;
  }

  private static boolean isQuote(byte c) {
    return c == '"' || c == '\'' || c == '`';
  }

  private static boolean isBlank(byte c) {
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
  }
}
