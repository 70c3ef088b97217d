package dev.crawlsieve.page;

import java.text.Normalizer;

/**
 * Collects text with its white space collapsed: one blank between words, one line feed between
 * lines, none at either end. Characters that are not seen (soft hyphen, zero-width space, byte
 * order mark) are left out, control characters count as white space, and the result is in Unicode's
 * normal form C.
 */
final class TextBuilder {

  /** Below it every text is in normal form C already. */
  private static final char FIRST_COMBINING = '\u0300';

  private static final char SOFT_HYPHEN = '\u00ad';
  private static final char ZERO_WIDTH_SPACE = '\u200b';
  private static final char BYTE_ORDER_MARK = '\ufeff';

  private final StringBuilder text = new StringBuilder();
  private char separator;
  private boolean combining;

  /** Words and blanks; line breaks count as blanks. */
  void words(String words) {
    for (int i = 0; i < words.length(); i++) {
      char c = words.charAt(i);
      if (c > ' ' && c < '\u007f') {
        put(c);
      } else if (isBlank(c)) {
        blank();
      } else if (c != SOFT_HYPHEN && c != ZERO_WIDTH_SPACE && c != BYTE_ORDER_MARK) {
        combining |= c >= FIRST_COMBINING;
        put(c);
      }
    }
  }

  /** Words after which the next begin on a new line wherever the string breaks its own. */
  void lines(String lines) {
    int start = 0;
    for (int i = 0; i < lines.length(); i++) {
      char c = lines.charAt(i);
      if (c == '\n' || c == '\r' || c == '\u2028' || c == '\u2029') {
        words(lines.substring(start, i));
        line();
        start = i + 1;
      }
    }
    words(lines.substring(start));
  }

  /** What follows is another word. */
  void blank() {
    if (separator == 0) {
      separator = ' ';
    }
  }

  /** What follows is another line. */
  void line() {
    separator = '\n';
  }

  private void put(char c) {
    if (separator != 0) {
      if (text.length() > 0) {
        text.append(separator);
      }
      separator = 0;
    }
    text.append(c);
  }

  private static boolean isBlank(char c) {
    return c <= ' '
        || (c >= '\u007f' && c <= '\u00a0')
        || (c >= '\u1680' && (Character.isSpaceChar(c) || Character.isWhitespace(c)));
  }

  @Override
  public String toString() {
    String collected = text.toString();
    return combining ? Normalizer.normalize(collected, Normalizer.Form.NFC) : collected;
  }
}
