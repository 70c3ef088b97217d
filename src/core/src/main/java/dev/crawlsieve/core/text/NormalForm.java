package dev.crawlsieve.core.text;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UProperty;
import com.ibm.icu.text.Normalizer2;

/** Converts text to Unicode's normal form C (UAX #15), and tells which characters may need it. */
public final class NormalForm {

  /** A text is in normal form C if all its characters are below this one. */
  private static final char FIRST_COMBINING = '\u0300';

  // Values of the property NFC_Quick_Check
  private static final int YES = 1;
  private static final int MAYBE = 2;

  static final int FIRST_EMOJI = 0x1f300;
  static final int LAST_EMOJI = 0x1faff;

  private static final Normalizer2 NFC = Normalizer2.getNFCInstance();

  // The kind of each char: its combining class, if that is above 0 and decides alone, or one of
  // these constants. No combining class is 2 to 5.

  /** The char is not a mark, does not change, and does not compose with the character before it. */
  static final int STARTS = 0;

  /**
   * A mark of class 0 that does not change or compose, and is one mark decomposed; the next
   * numbers: two, three.
   */
  static final int ONE_MARK = 2;

  static final int THREE_MARKS = 4;

  /** The char may change or compose, or it is a surrogate. */
  static final int MAY_CHANGE = 5;

  private static final byte[] KINDS = new byte[Character.MAX_VALUE + 1];

  static {
    for (int c = FIRST_COMBINING; c < KINDS.length; c++) {
      KINDS[c] = (byte) kindOf(c);
    }
  }

  private NormalForm() {}

  /**
   * The text in normal form C. It is made stream-safe before: more than ten marks on one letter are
   * broken up, and not sorted across the break.
   */
  public static String of(String text) {
    return NFC.normalize(StreamSafe.of(text));
  }

  /**
   * The text in normal form KC: ligatures and letters of full or half width become ordinary
   * letters.
   */
  public static String compatible(String text) {
    return Normalizer2.getNFKCInstance().normalize(text);
  }

  /**
   * Whether a text that contains this character may lack normal form C, that is, not be in it; true
   * for a surrogate.
   */
  public static boolean mayLack(int c) {
    if (c > Character.MAX_VALUE) {
      return c < FIRST_EMOJI || c > LAST_EMOJI;
    }
    return KINDS[c] != STARTS && (KINDS[c] < ONE_MARK || KINDS[c] > THREE_MARKS);
  }

  /**
   * Whether a character is no mark, does not change, and does not compose with the one before it.
   */
  public static boolean starts(int c) {
    return kind(c) == STARTS;
  }

  /** The kind of a character, see the constants. */
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

  /**
   * Whether a character that may change does not change, given the last character of class 0 before
   * it.
   */
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
