package dev.crawlsieve.core.html;

import dev.crawlsieve.core.text.EightAscii;

/** Finds the end of raw text, in which tags are not recognised. */
final class RawText {

  private RawText() {}

  /** Offset of an element's end tag, or {@code end} (WHATWG HTML, 13.2.5.14). */
  static int end(byte[] utf8, int from, int end, ElementName name) {
    String wanted = name.toString();
    int i = EightAscii.find(utf8, from, end, '<');
    while (i < end && !isEnd(utf8, i, end, wanted)) {
      i = EightAscii.find(utf8, i + 1, end, '<');
    }
    return i;
  }

  /**
   * Offset of a script's end tag, or {@code end}. In a comment in the script, a nested script
   * element is skipped (WHATWG HTML, 13.2.5.17 to 13.2.5.31).
   */
  static int scriptEnd(byte[] utf8, int from, int end) {
    boolean escaped = false;
    boolean doubly = false;
    for (int i = from; i < end; i++) {
      if (!escaped) {
        i = EightAscii.find(utf8, i, end, '<');
        if (i == end) {
          break;
        }
      }
      byte c = utf8[i];
      if (c == '<') {
        if (isEnd(utf8, i, end, "script")) {
          if (!doubly) {
            return i;
          }
          doubly = false;
        } else if (escaped && !doubly && isStart(utf8, i, end)) {
          doubly = true;
        } else if (!escaped && Bytes.standsAt(utf8, i, end, "<!--")) {
          escaped = true;
          i++;
        }
      } else if (escaped && c == '>' && i >= from + 4 && utf8[i - 1] == '-' && utf8[i - 2] == '-') {
        escaped = false;
        doubly = false;
      }
    }
    return end;
  }

  /** Offset of an element's end tag in XML, or {@code end}; tags in CDATA do not count. */
  static int xmlEnd(byte[] utf8, int from, int end, ElementName name) {
    String wanted = name.toString();
    int i = EightAscii.find(utf8, from, end, '<');
    while (i < end && !isEnd(utf8, i, end, wanted)) {
      int next = i + 1;
      if (Bytes.standsAt(utf8, i, end, "<![cdata[")) {
        for (int close = next; next == i + 1 && close < end; close++) {
          next = Bytes.standsAt(utf8, close, end, "]]>") ? close : next;
        }
        next = next == i + 1 ? end : next;
      }
      i = EightAscii.find(utf8, next, end, '<');
    }
    return i;
  }

  private static boolean isEnd(byte[] utf8, int at, int end, String name) {
    int after = at + 2 + name.length();
    return after < end
        && utf8[at + 1] == '/'
        && Bytes.endsName(utf8[after])
        && Bytes.standsAt(utf8, at + 2, end, name);
  }

  private static boolean isStart(byte[] utf8, int at, int end) {
    int after = at + 7;
    return after < end
        && Bytes.endsName(utf8[after])
        && Bytes.standsAt(utf8, at + 1, end, "script");
  }
}
