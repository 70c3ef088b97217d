package dev.crawlsieve.core.text;

import java.util.Arrays;

/**
 * Collects text with its white space collapsed: one blank between words, one line feed between
 * lines, none at either end. Invisible characters (soft hyphen, zero-width space, byte order mark)
 * are dropped, control characters count as white space, and the result is in Unicode's normal form
 * C.
 */
public final class TextBuilder {

  private static final char SOFT_HYPHEN = '\u00ad';
  private static final char ZERO_WIDTH_SPACE = '\u200b';
  private static final char BYTE_ORDER_MARK = '\ufeff';

  private static final char[] NONE = {};

  private char[] in = NONE;
  private char[] text = new char[64];
  private int size;
  private char separator;
  private boolean unsure;

  /** Appends words and blanks; line breaks count as blanks. */
  public void words(String words) {
    add(words, false);
  }

  /** Appends words; a line break in the string is one in the text. */
  public void lines(String lines) {
    add(lines, true);
  }

  private void add(String words, boolean breaks) {
    char[] read = read(words);
    int end = words.length();
    // A separator takes the place of at least one uncopied character, except for one already
    // pending.
    ensureRoom(end + 1);
    char[] out = text;
    int at = size;
    for (int i = 0; i < end; ) {
      char c = read[i];
      if (isPlain(c)) {
        at = separate(out, at);
        // Fast path for most text.
        for (; i < end && isPlain(read[i]); i++) {
          out[at++] = read[i];
        }
        continue;
      }
      i++;
      if (breaks && (c == '\n' || c == '\r' || c == '\u2028' || c == '\u2029')) {
        line();
      } else if (isBlank(c)) {
        blank();
      } else if (!isUnseen(c)) {
        unsure |= NormalForm.mayLack(c);
        at = separate(out, at);
        out[at++] = c;
      }
    }
    size = at;
  }

  /** Copies a string to a reused array: loops over an array are much faster. */
  private char[] read(String string) {
    if (in.length < string.length()) {
      in = new char[Math.max(string.length(), 2 * in.length)];
    }
    string.getChars(0, string.length(), in, 0);
    return in;
  }

  private static boolean isPlain(char c) {
    return c > ' ' && c < '\u007f';
  }

  private int separate(char[] out, int at) {
    int next = at;
    if (separator != 0 && at > 0) {
      out[next++] = separator;
    }
    separator = 0;
    return next;
  }

  private void ensureRoom(int more) {
    if (text.length - size < more) {
      text = Arrays.copyOf(text, Math.max(size + more, 2 * text.length));
    }
  }

  /** Starts a new word. */
  void blank() {
    if (separator == 0) {
      separator = ' ';
    }
  }

  /** Starts a new line. */
  void line() {
    separator = '\n';
  }

  static boolean isUnseen(int c) {
    return c == SOFT_HYPHEN || c == ZERO_WIDTH_SPACE || c == BYTE_ORDER_MARK;
  }

  static boolean isBlank(int c) {
    return c <= ' '
        || (c >= '\u007f' && c <= '\u00a0')
        || (c >= '\u1680' && (Character.isSpaceChar(c) || Character.isWhitespace(c)));
  }

  @Override
  public String toString() {
    String collected = new String(text, 0, size);
    return unsure ? NormalForm.of(collected) : collected;
  }
}
