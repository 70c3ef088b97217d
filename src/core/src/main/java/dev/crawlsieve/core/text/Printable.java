package dev.crawlsieve.core.text;

import java.util.HexFormat;

/**
 * Determines which characters do no harm in a terminal or a log: a URL or words of a page may hold
 * anything.
 */
public final class Printable {

  private Printable() {}

  /**
   * Whether a character is shown where it stands: it is not one that moves the cursor or begins a
   * command of the terminal (C0, DEL, C1: U+009B does what ESC [ does), breaks the line, turns the
   * direction of what follows, is invisible without joining its neighbours, or is no character.
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
   * Whether nothing is shown of a character: zero-width spaces, the byte order mark, invisible
   * operators, annotations and tags, by which two texts look alike and are not. Joiners and marks
   * of direction shape words of many languages.
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
   * The text with escapes such as {@code \}{@code u009b} for what is not printable. JSON stays JSON
   * with the same values: there, such characters only occur in strings.
   */
  public static String escaped(String text) {
    return escaped(text, "");
  }

  /**
   * The text with escapes for what is not printable.
   *
   * @param kept characters that stay as they are
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
}
