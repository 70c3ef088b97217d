package dev.crawlsieve.core.text;

import com.ibm.icu.text.Normalizer2;

/**
 * The Stream-Safe Text Process (UAX #15, section 13): limits runs of non-starters to 30 by
 * inserting a COMBINING GRAPHEME JOINER, which is invisible.
 *
 * <p>Normalising sorts each run of non-starters; ICU's normaliser uses an insertion sort, which is
 * quadratic in the length of the run: 56 s for 500 KB of two accents.
 */
final class StreamSafe {

  /** Longest run of non-starters; real text has fewer than ten. */
  static final int MOST = 30;

  private static final char JOINER = '\u034f';

  private static final Normalizer2 NFKD = Normalizer2.getNFKDInstance();

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
    return Letters.isMark(c) || c == 0xff9e || c == 0xff9f; // half-width voiced sound marks
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
    String mapping = NFKD.getDecomposition(c);
    String parts = mapping == null ? Character.toString(c) : mapping;
    int first = 0;
    int last = 0;
    boolean started = false;
    for (int i = 0; i < parts.length(); ) {
      int part = parts.codePointAt(i);
      i += Character.charCount(part);
      boolean mark = NFKD.getCombiningClass(part) != 0;
      started |= !mark;
      first += mark && !started ? 1 : 0;
      last = mark ? last + 1 : 0;
    }
    return started ? Integer.MIN_VALUE | last << Byte.SIZE | first : first;
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
