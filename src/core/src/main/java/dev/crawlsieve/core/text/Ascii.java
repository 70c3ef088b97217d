package dev.crawlsieve.core.text;

import org.jspecify.annotations.Nullable;

/** Handles ASCII names, such as those of headers, elements and character sets. */
public final class Ascii {

  private Ascii() {}

  /** Whether all characters are ASCII. */
  public static boolean isAscii(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) > 0x7f) {
        return false;
      }
    }
    return true;
  }

  /** The text with the letters A to Z in lower case. */
  public static String lower(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (isCapital(text.charAt(i))) {
        char[] lower = text.toCharArray();
        for (int j = i; j < lower.length; j++) {
          lower[j] = isCapital(lower[j]) ? (char) (lower[j] | 0x20) : lower[j];
        }
        return new String(lower);
      }
    }
    return text;
  }

  /** Whether two texts are the same, ignoring the case of the letters A to Z. */
  public static boolean same(String a, @Nullable String b) {
    return b != null && a.length() == b.length() && begins(b, 0, a);
  }

  /** Whether a text has a name at an index, ignoring the case of the letters A to Z. */
  public static boolean begins(String text, int at, String name) {
    if (at < 0 || at + name.length() > text.length()) {
      return false;
    }
    for (int i = 0; i < name.length(); i++) {
      if (lower(text.charAt(at + i)) != lower(name.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  private static char lower(char c) {
    return isCapital(c) ? (char) (c | 0x20) : c;
  }

  private static boolean isCapital(char c) {
    return c >= 'A' && c <= 'Z';
  }
}
