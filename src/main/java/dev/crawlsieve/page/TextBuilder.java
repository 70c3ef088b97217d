package dev.crawlsieve.page;

import java.text.Normalizer;
import java.util.Arrays;

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

  private static final char[] NONE = {};

  private char[] in = NONE;
  private char[] text = new char[64];
  private int size;
  private char separator;
  private boolean combining;

  /** Words and blanks; line breaks count as blanks. */
  void words(String words) {
    words(read(words), 0, words.length());
  }

  /** Words after which the next begin on a new line wherever the string breaks its own. */
  void lines(String lines) {
    char[] read = read(lines);
    int start = 0;
    for (int i = 0; i < lines.length(); i++) {
      char c = read[i];
      if (c == '\n' || c == '\r' || c == '\u2028' || c == '\u2029') {
        words(read, start, i);
        line();
        start = i + 1;
      }
    }
    words(read, start, lines.length());
  }

  /** The characters of a string in an array, which is used again: loops over it are much faster. */
  private char[] read(String string) {
    if (in.length < string.length()) {
      in = new char[Math.max(string.length(), 2 * in.length)];
    }
    string.getChars(0, string.length(), in, 0);
    return in;
  }

  private void words(char[] words, int from, int to) {
    // a blank comes from a character that is not copied, but for the one that waits already
    ensureRoom(to - from + 1);
    char[] out = text;
    int at = size;
    for (int i = from; i < to; i++) {
      char c = words[i];
      if (c > ' ' && c < '\u007f') {
        if (separator != 0) {
          at = separate(out, at);
        }
        out[at++] = c;
      } else if (isBlank(c)) {
        blank();
      } else if (c != SOFT_HYPHEN && c != ZERO_WIDTH_SPACE && c != BYTE_ORDER_MARK) {
        combining |= c >= FIRST_COMBINING;
        if (separator != 0) {
          at = separate(out, at);
        }
        out[at++] = c;
      }
    }
    size = at;
  }

  private int separate(char[] out, int at) {
    char waited = separator;
    separator = 0;
    if (at == 0) {
      return 0;
    }
    out[at] = waited;
    return at + 1;
  }

  private void ensureRoom(int more) {
    if (text.length - size < more) {
      text = Arrays.copyOf(text, Math.max(size + more, 2 * text.length));
    }
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

  private static boolean isBlank(char c) {
    return c <= ' '
        || (c >= '\u007f' && c <= '\u00a0')
        || (c >= '\u1680' && (Character.isSpaceChar(c) || Character.isWhitespace(c)));
  }

  @Override
  public String toString() {
    String collected = new String(text, 0, size);
    return combining ? Normalizer.normalize(collected, Normalizer.Form.NFC) : collected;
  }
}
