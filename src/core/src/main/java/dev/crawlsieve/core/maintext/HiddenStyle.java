package dev.crawlsieve.core.maintext;

import dev.crawlsieve.core.text.Ascii;

/** Determines whether a style attribute by itself hides its element. */
final class HiddenStyle {

  private HiddenStyle() {}

  static boolean hides(String style) {
    return has(style, "display", "none") || has(style, "visibility", "hidden");
  }

  private static boolean has(String style, String property, String value) {
    int at = indexOf(style, property, 0);
    while (at >= 0) {
      int next = skipBlanks(style, at + property.length());
      if (next < style.length() && style.charAt(next) == ':') {
        next = skipBlanks(style, next + 1);
        if (Ascii.begins(style, next, value)) {
          return true;
        }
      }
      at = indexOf(style, property, at + property.length());
    }
    return false;
  }

  private static int indexOf(String style, String word, int from) {
    for (int i = from; i <= style.length() - word.length(); i++) {
      if ((style.charAt(i) | 0x20) == word.charAt(0) && Ascii.begins(style, i, word)) {
        return i;
      }
    }
    return -1;
  }

  private static int skipBlanks(String style, int from) {
    int i = from;
    while (i < style.length() && style.charAt(i) <= ' ') {
      i++;
    }
    return i;
  }
}
