package dev.crawlsieve.page;

import java.util.Arrays;

/**
 * The text of all runs, white space collapsed and without characters that are not seen, its words
 * and signs counted as it comes in.
 */
final class RunText {

  /** Below it every text is in Unicode's normal form C already. */
  private static final char FIRST_COMBINING = '\u0300';

  /** A longer buffer is not kept for the next page. */
  private static final int KEPT_CHARS = 1 << 20;

  private static final byte BLANK = 0;
  private static final byte LETTER = 1;
  private static final byte DIGIT = 2;
  private static final byte SIGN = 3;

  /** What each ASCII character is. */
  private static final byte[] KINDS = new byte[0x80];

  static {
    for (char c = 0; c < KINDS.length; c++) {
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      KINDS[c] = isBlank(c) ? BLANK : letter ? LETTER : c >= '0' && c <= '9' ? DIGIT : SIGN;
    }
  }

  private char[] chars = new char[4096];
  private int length;
  private boolean combining;
  private boolean inWord;
  private boolean wordInLink;

  /** Characters of scripts that do not part words. */
  private int unparted;

  private int unpartedInLinks;

  int length() {
    return length;
  }

  /** The text of the runs, one after the other, as far as {@link #length} says. */
  char[] chars() {
    return chars;
  }

  /** Forgets the text. */
  void reset() {
    if (chars.length > KEPT_CHARS) {
      chars = new char[4096];
    }
    length = 0;
    combining = false;
    inWord = false;
    unparted = 0;
    unpartedInLinks = 0;
  }

  /** Whether some of the text may not be in normal form C. */
  boolean mayNeedNormalizing() {
    return combining;
  }

  void end(TextRun run) {
    endWord(run);
    run.words += (unparted + 1) / 2;
    run.linkWords += (unpartedInLinks + 1) / 2;
    unparted = 0;
    unpartedInLinks = 0;
    while (length > run.start && chars[length - 1] <= ' ') {
      length--;
    }
    run.end = length;
  }

  /** How the run's text so far is parted from what follows. */
  TextRun.Separator trailing() {
    char last = chars[length - 1];
    return last == '\n'
        ? TextRun.Separator.LINE
        : last == ' ' ? TextRun.Separator.BLANK : TextRun.Separator.NONE;
  }

  /** Breaks the line; returns whether it was empty, so that a new paragraph begins. */
  boolean lineBreak() {
    if (chars[length - 1] == ' ') {
      length--;
    }
    if (chars[length - 1] == '\n') {
      return true;
    }
    put('\n');
    return false;
  }

  /** Adds to the run, which has to be the last one. */
  void append(String words, TextRun run, boolean link) {
    int before = length;
    int blanks = 0;
    for (int i = 0; i < words.length(); i++) {
      char c = words.charAt(i);
      if (isBlank(c)) {
        endWord(run);
        if (length > run.start && chars[length - 1] > ' ') {
          put(' ');
          blanks++;
        }
      } else if (!isInvisible(c)) {
        put(c);
        count(c, run, link);
      }
    }
    int added = length - before - blanks;
    run.chars += added;
    if (link) {
      run.linkChars += added;
    }
  }

  /** Adds well-formed UTF-8 to the run, which has to be the last one. */
  void append(byte[] utf8, int from, int to, TextRun run, boolean link) {
    if (chars.length - length < to - from + 1) {
      chars = Arrays.copyOf(chars, 2 * chars.length + to - from);
    }
    int before = length;
    int blanks = 0;
    char[] out = chars;
    int n = length;
    int i = from;
    while (i < to) {
      int c = utf8[i];
      if (c < 0) {
        length = n;
        blanks += appendOther(utf8, i, run, link);
        n = length;
        i += Utf8Chars.length(utf8[i]);
        continue;
      }
      i++;
      byte kind = KINDS[c];
      if (kind == LETTER) {
        letter(link);
        out[n++] = (char) c;
        // Most of a text is this.
        while (i < to && (utf8[i] | 0x20) >= 'a' && (utf8[i] | 0x20) <= 'z') {
          out[n++] = (char) utf8[i++];
        }
      } else if (kind == BLANK) {
        endWord(run);
        if (n > run.start && out[n - 1] > ' ') {
          out[n++] = ' ';
          blanks++;
        }
      } else if (kind == DIGIT) {
        out[n++] = (char) c;
        run.digits++;
        letter(link);
      } else {
        out[n++] = (char) c;
        endWord(run);
        sign((char) c, run);
      }
    }
    length = n;
    int added = length - before - blanks;
    run.chars += added;
    if (link) {
      run.linkChars += added;
    }
  }

  /** Adds a character beyond ASCII; returns how many blanks came of it. */
  private int appendOther(byte[] utf8, int at, TextRun run, boolean link) {
    int c = Utf8Chars.codePoint(utf8, at);
    if (c > Character.MAX_VALUE) {
      put(Character.highSurrogate(c));
      count(Character.highSurrogate(c), run, link);
      put(Character.lowSurrogate(c));
      count(Character.lowSurrogate(c), run, link);
    } else if (isBlank((char) c)) {
      endWord(run);
      if (length > run.start && chars[length - 1] > ' ') {
        put(' ');
        return 1;
      }
    } else if (!isInvisible((char) c)) {
      put((char) c);
      count((char) c, run, link);
    }
    return 0;
  }

  private void put(char c) {
    if (length == chars.length) {
      chars = Arrays.copyOf(chars, 2 * length);
    }
    chars[length++] = c;
  }

  private void count(char c, TextRun run, boolean link) {
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) {
      letter(link);
    } else if (c >= '0' && c <= '9') {
      run.digits++;
      letter(link);
    } else if (c < 0xc0) {
      endWord(run);
      sign(c, run);
    } else {
      combining |= c >= FIRST_COMBINING;
      if (isUnparted(c)) {
        endWord(run);
        unparted++;
        unpartedInLinks += link ? 1 : 0;
      } else if (isLetter(c)) {
        letter(link);
      } else {
        endWord(run);
        sign(c, run);
      }
    }
  }

  private void letter(boolean link) {
    if (!inWord) {
      inWord = true;
      wordInLink = link;
    }
  }

  private void endWord(TextRun run) {
    if (inWord) {
      inWord = false;
      run.words++;
      run.linkWords += wordInLink ? 1 : 0;
    }
  }

  private static void sign(char c, TextRun run) {
    run.punctuation++;
    switch (c) {
      case ',', '\u060c', '\u3001', '\uff0c', '\uff64', '\ufe50', '\ufe10' -> run.commas++;
      case '.', '!', '?', '\u3002', '\uff01', '\uff1f', '\u061f', '\u06d4', '\u0964', '\u2026' ->
          run.sentenceEnds++;
      default -> {}
    }
  }

  /** Letters, digits, the marks on them, and all beyond the basic plane. */
  private static boolean isLetter(char c) {
    return Character.isLetterOrDigit(c)
        || Character.isSurrogate(c)
        || Character.getType(c) == Character.NON_SPACING_MARK
        || Character.getType(c) == Character.COMBINING_SPACING_MARK;
  }

  private static boolean isUnparted(char c) {
    return c >= '\u0e00'
        && (c <= '\u0eff'
            || (c >= '\u1000' && c <= '\u109f')
            || (c >= '\u1780' && c <= '\u17ff')
            || (c >= '\u3040' && c <= '\u30ff')
            || (c >= '\u3400' && c <= '\u9fff')
            || (c >= '\uf900' && c <= '\ufaff'));
  }

  /** Whether nothing of it is seen. */
  static boolean isBlank(String words) {
    for (int i = 0; i < words.length(); i++) {
      char c = words.charAt(i);
      if (!isBlank(c) && !isInvisible(c)) {
        return false;
      }
    }
    return true;
  }

  /** Whether a blank comes before all that is seen of it. */
  static boolean startsBlank(String words) {
    int i = 0;
    while (i < words.length() && isInvisible(words.charAt(i))) {
      i++;
    }
    return i < words.length() && isBlank(words.charAt(i));
  }

  /** Whether nothing of {@code utf8[from, to)} is seen. */
  static boolean isBlank(byte[] utf8, int from, int to) {
    for (int i = from; i < to; i += Utf8Chars.length(utf8[i])) {
      int c = utf8[i] >= 0 ? utf8[i] : Utf8Chars.codePoint(utf8, i);
      if (c > Character.MAX_VALUE || (!isBlank((char) c) && !isInvisible((char) c))) {
        return false;
      }
    }
    return true;
  }

  /** Whether a blank comes before all that is seen of {@code utf8[from, to)}. */
  static boolean startsBlank(byte[] utf8, int from, int to) {
    for (int i = from; i < to; i += Utf8Chars.length(utf8[i])) {
      int c = utf8[i] >= 0 ? utf8[i] : Utf8Chars.codePoint(utf8, i);
      if (c > Character.MAX_VALUE || !isInvisible((char) c)) {
        return c <= Character.MAX_VALUE && isBlank((char) c);
      }
    }
    return false;
  }

  private static boolean isBlank(char c) {
    if (c <= ' ') {
      return true;
    }
    if (c < '\u007f') {
      return false;
    }
    return c <= '\u00a0'
        || c == '\u1680'
        || (c >= '\u2000' && c <= '\u200a')
        || c == '\u2028'
        || c == '\u2029'
        || c == '\u202f'
        || c == '\u205f'
        || c == '\u3000';
  }

  private static boolean isInvisible(char c) {
    return c == '\u00ad' || c == '\u200b' || c == '\ufeff';
  }
}
