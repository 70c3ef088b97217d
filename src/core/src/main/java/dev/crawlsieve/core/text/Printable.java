package dev.crawlsieve.core.text;

import java.util.HexFormat;

/**
 * Tells which characters are harmless in a terminal or a log. A URL or the words of a page may
 * contain anything.
 */
public final class Printable {

  private Printable() {}

  /**
   * Whether a character is shown at its position and has no other effect. It does not move the
   * cursor or begin a command of the terminal (C0, DEL, C1: U+009B has the effect of ESC [), break
   * the line, or change the direction of the text after it. It is a character, and visible unless
   * it joins its neighbours.
   */
  public static boolean is(int c) {
    boolean turns = (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
    boolean breaksLine = c == 0x2028 || c == 0x2029;
    boolean noCharacter =
        (c >= 0xfdd0 && c <= 0xfdef)
            || (c & 0xfffe) == 0xfffe
            || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
    boolean control = c < ' ' || (c >= 0x7f && c <= 0x9f);
    return !control && !turns && !breaksLine && !noCharacter && !isInvisible(c);
  }

  /**
   * Whether a character is invisible: a zero-width space, the byte order mark, an invisible
   * operator, annotation or tag. With these, two different texts can look the same. Joiners and
   * direction marks are not among them: they shape words of many languages.
   */
  private static boolean isInvisible(int c) {
    return c == 0x180e
        || c == 0x200b
        || (c >= 0x2060 && c <= 0x206f)
        || c == 0xfeff
        || (c >= 0xfff9 && c <= 0xfffb)
        || (c >= 0xe0000 && c <= 0xe007f);
  }

  /**
   * The text with escapes such as {@code \}{@code u009b} for characters that are not printable.
   * JSON remains JSON with the same values: such characters occur only in its strings.
   */
  public static String escaped(String text) {
    return escaped(text, "");
  }

  /**
   * The text with escapes for characters that are not printable.
   *
   * @param kept characters that are not escaped
   */
  public static String escaped(String text, String kept) {
    int at = 0;
    while (at < text.length() && text.charAt(at) >= ' ' && text.charAt(at) < 0x7f) {
      at++;
    }
    if (at == text.length()) {
      return text;
    }
    StringBuilder escaped = new StringBuilder(text.length() + 16).append(text, 0, at);
    for (int c; at < text.length(); at += Character.charCount(c)) {
      c = text.codePointAt(at);
      if (is(c) || kept.indexOf(c) >= 0) {
        escaped.appendCodePoint(c);
      } else {
        for (char unit : Character.toChars(c)) {
          escaped.append("\\u").append(HexFormat.of().toHexDigits(unit));
        }
      }
    }
    return escaped.toString();
  }

  /** At most the first so many chars of a text, and "…" in place of the others. */
  public static String cut(String text, int most) {
    return text.length() > most ? text.substring(0, most) + "…" : text;
  }
}
