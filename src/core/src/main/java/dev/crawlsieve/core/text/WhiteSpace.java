package dev.crawlsieve.core.text;

/**
 * Defines white space, and collapses it: to one blank between words, one line feed between lines,
 * and nothing at either end. Control characters are white space. Invisible characters (soft hyphen,
 * zero-width space, byte order mark) are removed.
 */
public final class WhiteSpace {

  private WhiteSpace() {}

  /** Whether a character is white space, such as a line break or a control character. */
  public static boolean isBlank(int c) {
    if (c <= ' ') {
      return true;
    }
    if (c < 0x7f) {
      return false;
    }
    return c <= 0xa0
        || c == 0x1680
        || (c >= 0x2000 && c <= 0x200a)
        || c == 0x2028
        || c == 0x2029
        || c == 0x202f
        || c == 0x205f
        || c == 0x3000;
  }

  /** Whether a character is invisible and takes no space. */
  public static boolean isInvisible(int c) {
    return c == 0xad || c == 0x200b || c == 0xfeff;
  }

  /** Whether a character breaks a line. */
  static boolean breaksLine(int c) {
    return c == '\n' || c == '\r' || c == 0x2028 || c == 0x2029;
  }

  /**
   * A text with its white space collapsed, in Unicode's normal form C.
   *
   * @param lines whether line breaks remain; otherwise they count as blanks
   */
  public static String collapsed(String text, boolean lines) {
    StringBuilder kept = new StringBuilder(text.length());
    char separator = 0;
    boolean unsure = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (lines && breaksLine(c)) {
        separator = '\n';
      } else if (isBlank(c)) {
        separator = separator == 0 ? ' ' : separator;
      } else if (!isInvisible(c)) {
        if (separator != 0 && !kept.isEmpty()) {
          kept.append(separator);
        }
        separator = 0;
        kept.append(c);
        unsure |= NormalForm.mayLack(c);
      }
    }
    return unsure ? NormalForm.of(kept.toString()) : kept.toString();
  }
}
