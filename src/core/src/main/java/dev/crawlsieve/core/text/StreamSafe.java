package dev.crawlsieve.core.text;

import java.text.Normalizer;

/**
 * The Stream-Safe Text Process (UAX #15, section 13): limits runs of non-starters to 30 by
 * inserting a COMBINING GRAPHEME JOINER, which is invisible.
 *
 * <p>Normalising sorts each run of non-starters; the JDK's normaliser (17 to 21) uses an insertion
 * sort, which is quadratic in the length of the run: 56 s for 500 KB of two accents.
 */
final class StreamSafe {

  /** Longest run of non-starters; real text has fewer than ten. */
  static final int MOST = 30;

  private static final char JOINER = '\u034f';

  /** Its combining class is higher than that of all other marks, so it sorts after them. */
  private static final String LAST_MARK = "\u0345";

  private StreamSafe() {}

  /** The text, with every run of non-starters that is too long broken up. */
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
   * Index at which to start the exact count: of the character before the first run of ten marks; -1
   * if there is none. Nine marks, each decomposing into at most three, are within the limit.
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

  /** Whether a character may decompose into non-starters only. */
  private static boolean isMark(int c) {
    return switch (Character.getType(c)) {
      case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK, Character.ENCLOSING_MARK ->
          true;
      default -> c == 0xff9e || c == 0xff9f; // half-width voiced sound marks
    };
  }

  /**
   * Number of non-starters at the beginning of a character's compatibility decomposition, in the
   * lowest byte. If the decomposition also has a starter, the sign bit is set and the next byte
   * holds the number of non-starters at its end.
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

  /**
   * Whether a character has a combining class other than 0, so that it sorts before the last mark.
   */
  private static boolean isNonStarter(int c) {
    return c == LAST_MARK.charAt(0)
        || !Normalizer.normalize(LAST_MARK + Character.toString(c), Normalizer.Form.NFD)
            .startsWith(LAST_MARK);
  }

  /** Initialised when the first text needs it; few do. */
  private static final class Table {

    static final int[] MARKS = new int[Character.MAX_VALUE + 1];

    static {
      for (int c = 0; c < MARKS.length; c++) {
        MARKS[c] = decomposed(c);
      }
    }
  }
}
