package dev.crawlsieve.core.text;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UProperty;
import com.ibm.icu.text.Normalizer2;

/** Normalises text to Unicode's normal form C (UAX #15), and recognises characters that need it. */
public final class NormalForm {

  /** Text with only characters below this one is in normal form C. */
  private static final char FIRST_COMBINING = '\u0300';

  // Values of the property NFC_Quick_Check
  private static final int YES = 1;
  private static final int MAYBE = 2;

  private static final int FIRST_EMOJI = 0x1f300;
  private static final int LAST_EMOJI = 0x1faff;

  private static final Normalizer2 NFC = Normalizer2.getNFCInstance();

  // What each char does: its combining class, or one of these, which are the class of none.

  /** Neither changes nor composes with what is before it, and is no mark. */
  static final int STARTS = 0;

  /** A mark of class 0 that does neither; decomposed, it is one, two or three. */
  static final int ONE_MARK = 2;

  static final int THREE_MARKS = 4;

  /** May do either; or a surrogate. */
  static final int MAY_CHANGE = 5;

  private static final byte[] KINDS = new byte[Character.MAX_VALUE + 1];

  static {
    for (int c = FIRST_COMBINING; c < KINDS.length; c++) {
      KINDS[c] = (byte) kindOf(c);
    }
  }

  private NormalForm() {}

  /**
   * The text in normal form C, after making it stream-safe: beyond ten marks on one letter, the
   * marks are not sorted across the break.
   */
  public static String of(String text) {
    return NFC.normalize(StreamSafe.of(text));
  }

  /** The text in normal form KC: the letters of ligatures, of full and of half width. */
  public static String compatible(String text) {
    return Normalizer2.getNFKCInstance().normalize(text);
  }

  /** Whether text containing this character may not be in normal form C; true for a surrogate. */
  public static boolean mayLack(int c) {
    if (c > Character.MAX_VALUE) {
      return c < FIRST_EMOJI || c > LAST_EMOJI;
    }
    return KINDS[c] != STARTS && (KINDS[c] < ONE_MARK || KINDS[c] > THREE_MARKS);
  }

  /** Whether a character neither changes nor composes with what is before it, and is no mark. */
  public static boolean starts(int c) {
    return kind(c) == STARTS;
  }

  /** What a character does. */
  static int kind(int c) {
    if (c <= Character.MAX_VALUE) {
      return KINDS[c] & 0xff;
    }
    return c >= FIRST_EMOJI && c <= LAST_EMOJI ? STARTS : kindOf(c);
  }

  private static int kindOf(int c) {
    if (isSurrogate(c) || UCharacter.getIntPropertyValue(c, UProperty.NFC_QUICK_CHECK) != YES) {
      return MAY_CHANGE;
    }
    int combining = NFC.getCombiningClass(c);
    int marks = StreamSafe.marks(c);
    if (marks == 0) {
      return combining == 0 ? STARTS : MAY_CHANGE;
    }
    if (combining == 0) {
      return marks <= 3 ? ONE_MARK + marks - 1 : MAY_CHANGE;
    }
    return marks == 1 ? combining : MAY_CHANGE;
  }

  /** The canonical combining class. */
  static int combiningClass(int c) {
    return c < FIRST_COMBINING ? 0 : NFC.getCombiningClass(c);
  }

  /** Whether a character can be decomposed. */
  static boolean hasParts(int c) {
    return NFC.getRawDecomposition(c) != null;
  }

  /** Whether a character that may change does not, after the last one of class 0 before it. */
  static boolean stays(int starter, int c) {
    return !isSurrogate(c)
        && UCharacter.getIntPropertyValue(c, UProperty.NFC_QUICK_CHECK) == MAYBE
        && !hasParts(c)
        && !hasParts(starter)
        && NFC.composePair(starter, c) < 0;
  }

  private static boolean isSurrogate(int c) {
    return c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
  }
}
