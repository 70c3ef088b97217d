package dev.crawlsieve.core.text;

import java.text.Normalizer;

/**
 * The Stream-Safe Text Process (UAX #15, section 13): no more than 30 non-starters follow one
 * another, since a COMBINING GRAPHEME JOINER, which is not seen, is put between them.
 *
 * <p>Normalising sorts each run of non-starters; the JDK's normaliser (17 to 21) inserts them one
 * by one, which takes time quadratic in the run: 56 s for 500 KB of two accents.
 */
final class StreamSafe {

  /** The most non-starters in a row; real text has fewer than ten. */
  static final int MOST = 30;

  private static final char JOINER = '\u034f';

  /** Of another class than all other marks, so that it moves behind them. */
  private static final String LAST_MARK = "\u0345";

  private StreamSafe() {}

  /** The text, or where it has too long a run of non-starters, one that has not. */
  static String of(String text) {
    int from = longRun(text);
    if (from < 0) {
      return text;
    }
    StringBuilder safe = new StringBuilder(text.length() + text.length() / MOST + 1);
    safe.append(text, 0, from);
    int count = 0;
    for (int i = from; i < text.length(); ) {
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      int marks = marks(c);
      if (count + (marks & 0xff) > MOST) {
        safe.append(JOINER);
        count = 0;
      }
      safe.appendCodePoint(c);
      count = marks < 0 ? marks >>> Byte.SIZE & 0xff : count + marks;
    }
    return safe.toString();
  }

  /**
   * Where to begin to look closely: at the character before the first run of ten marks; -1 if there
   * is none. Nine, each decomposed into no more than three, are not too many.
   */
  private static int longRun(String text) {
    int start = 0;
    int marks = 0;
    int before = 0;
    for (int i = 0; i < text.length(); ) {
      int c = text.charAt(i) < '\u0300' ? text.charAt(i) : text.codePointAt(i);
      if (c < 0x300 || !isMark(c)) {
        marks = 0;
        before = i;
      } else {
        start = marks == 0 ? before : start;
        if (++marks == MOST / 3) {
          return start;
        }
      }
      i += Character.charCount(c);
    }
    return -1;
  }

  /** Whether all that a character is decomposed into may be non-starters. */
  private static boolean isMark(int c) {
    return switch (Character.getType(c)) {
      case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK, Character.ENCLOSING_MARK ->
          true;
      default -> c == 0xff9e || c == 0xff9f; // half-width voiced sound marks
    };
  }

  /**
   * How many non-starters a character begins with when it is decomposed for compatibility, in the
   * lowest byte; with the sign set, and those that it ends with in the next byte, if it also has a
   * starter.
   */
  private static int marks(int c) {
    return c <= Character.MAX_VALUE ? Table.MARKS[c] : decomposed(c);
  }

  private static int decomposed(int c) {
    String parts = Normalizer.normalize(Character.toString(c), Normalizer.Form.NFKD);
    int first = 0;
    int last = 0;
    boolean started = false;
    for (int i = 0; i < parts.length(); ) {
      int part = parts.codePointAt(i);
      i += Character.charCount(part);
      boolean mark = isNonStarter(part);
      started |= !mark;
      first += mark && !started ? 1 : 0;
      last = mark ? last + 1 : 0;
    }
    return started ? Integer.MIN_VALUE | last << Byte.SIZE | first : first;
  }

  /** Whether a character has a combining class other than 0: then it moves before the last mark. */
  private static boolean isNonStarter(int c) {
    return c == LAST_MARK.charAt(0)
        || !Normalizer.normalize(LAST_MARK + Character.toString(c), Normalizer.Form.NFD)
            .startsWith(LAST_MARK);
  }

  /** Made when the first text needs it; few do. */
  private static final class Table {

    static final int[] MARKS = new int[Character.MAX_VALUE + 1];

    static {
      for (int c = 0; c < MARKS.length; c++) {
        MARKS[c] = decomposed(c);
      }
    }
  }
}
