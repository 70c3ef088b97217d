package dev.crawlsieve.core.text;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UCharacterEnums.ECharacterCategory;
import com.ibm.icu.lang.UProperty;
import com.ibm.icu.lang.UScript;
import com.ibm.icu.text.CaseMap;
import com.ibm.icu.util.RangeValueIterator;
import java.util.Arrays;
import java.util.Locale;

/**
 * Properties of code points, and conversion to lower case, by ICU4J's version of Unicode. The JDK's
 * own methods follow a different version in each release, and fingerprints must not depend on it;
 * {@code UnicodeSourcesTest} keeps these methods out.
 *
 * <p>Character sets are decoded by the JDK: its decoders do not change with versions of Unicode.
 */
public final class Letters {

  private static final int LETTERS =
      1 << ECharacterCategory.UPPERCASE_LETTER
          | 1 << ECharacterCategory.LOWERCASE_LETTER
          | 1 << ECharacterCategory.TITLECASE_LETTER
          | 1 << ECharacterCategory.MODIFIER_LETTER
          | 1 << ECharacterCategory.OTHER_LETTER;
  private static final int DIGITS = 1 << ECharacterCategory.DECIMAL_DIGIT_NUMBER;
  private static final int MARKS =
      1 << ECharacterCategory.NON_SPACING_MARK
          | 1 << ECharacterCategory.COMBINING_SPACING_MARK
          | 1 << ECharacterCategory.ENCLOSING_MARK;

  /** The general category of each {@code char}. */
  private static final byte[] TYPES = new byte[Character.MAX_VALUE + 1];

  static {
    RangeValueIterator types = UCharacter.getTypeIterator();
    RangeValueIterator.Element range = new RangeValueIterator.Element();
    while (types.next(range) && range.start < TYPES.length) {
      Arrays.fill(TYPES, range.start, Math.min(range.limit, TYPES.length), (byte) range.value);
    }
  }

  private Letters() {}

  /** The general category of a code point, one of {@link ECharacterCategory}. */
  public static int type(int c) {
    return c < TYPES.length ? TYPES[c] : UCharacter.getType(c);
  }

  /** Whether a code point is a letter; false for a surrogate. */
  public static boolean isLetter(int c) {
    return (LETTERS >>> type(c) & 1) != 0;
  }

  /** Whether a code point is a decimal digit of any script. */
  public static boolean isDigit(int c) {
    return (DIGITS >>> type(c) & 1) != 0;
  }

  /** Whether a code point is a letter or a decimal digit. */
  public static boolean isLetterOrDigit(int c) {
    return ((LETTERS | DIGITS) >>> type(c) & 1) != 0;
  }

  /** Whether a code point combines with the one before it. */
  public static boolean isMark(int c) {
    return (MARKS >>> type(c) & 1) != 0;
  }

  /**
   * Whether a code point belongs to a script that does not separate words by spaces: lines may
   * break between its letters or its syllables (UAX #14).
   */
  public static boolean isWithoutSpaces(int c) {
    if (c <= 0xe00) {
      return false;
    }
    int breaks = UCharacter.getIntPropertyValue(c, UProperty.LINE_BREAK);
    return UScript.breaksBetweenLetters(UScript.getScript(c))
        || breaks == UCharacter.LineBreak.AKSARA
        || breaks == UCharacter.LineBreak.AKSARA_PREBASE
        || breaks == UCharacter.LineBreak.AKSARA_START;
  }

  /** Whether a code point is in upper case, for example a capital letter or a circled capital. */
  public static boolean isUpper(int c) {
    return UCharacter.isUUppercase(c);
  }

  /**
   * The code point in lower case, if that is a single code point; otherwise the code point itself.
   */
  public static int lower(int c) {
    return UCharacter.toLowerCase(c);
  }

  /**
   * The text in lower case, without the rules of any language. A sigma at the end of a word becomes
   * a final sigma.
   */
  public static String lower(String text) {
    return Ascii.isAscii(text) ? Ascii.lower(text) : CaseMap.toLower().apply(Locale.ROOT, text);
  }
}
