package dev.crawlsieve.core.text;

import com.ibm.icu.text.Normalizer2;

/**
 * Breaks up long runs of marks with COMBINING GRAPHEME JOINER, which is invisible, as in the
 * Stream-Safe Text Process (UAX #15, section 13).
 *
 * <p>Normalising sorts each run of non-starters. ICU's normaliser uses an insertion sort, which is
 * quadratic in the length of the run: 56 s for 500 KB of two accents. Its work is also quadratic
 * for the vowel signs of Kirat Rai, letters that compose with one another: 10 s for 2 MB.
 */
final class StreamSafe {

  /**
   * Longest run of marks, decomposed, that is kept; real text has fewer. With the marks of the
   * letter before, the compatibility decomposition has at most the 30 that the Standard allows.
   */
  static final int MOST = 10;

  private static final Normalizer2 NFD = Normalizer2.getNFDInstance();

  private static final char JOINER = '\u034f';

  private StreamSafe() {}

  /** The text, in which every run of marks that is too long is broken up. */
  static String of(String text) {
    StringBuilder safe = null;
    int marks = 0;
    int copied = 0;
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      int more = marks(c);
      marks = more == 0 ? 0 : marks + more;
      if (marks > MOST) {
        safe = safe == null ? new StringBuilder(text.length() + text.length() / MOST) : safe;
        safe.append(text, copied, i).append(JOINER);
        copied = i;
        marks = more;
      }
      i += Character.charCount(c);
    }
    return safe == null ? text : safe.append(text, copied, text.length()).toString();
  }

  /**
   * Number of marks in a character's decomposition, if it may consist of marks only; otherwise 0.
   */
  static int marks(int c) {
    // marks, the half-width voiced sound marks, and the vowel signs of Kirat Rai
    boolean sign = c == 0xff9e || c == 0xff9f || c == 0x16d67 || c == 0x16d68;
    boolean mark = c >= 0x300 && c != JOINER && (sign || Letters.isMark(c));
    if (!mark) {
      return 0;
    }
    String parts = NFD.getDecomposition(c);
    return parts == null ? 1 : parts.codePointCount(0, parts.length());
  }
}
