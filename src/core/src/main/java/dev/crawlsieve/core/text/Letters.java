package dev.crawlsieve.core.text;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UCharacterEnums.ECharacterCategory;
import com.ibm.icu.lang.UScript;
import com.ibm.icu.text.CaseMap;
import com.ibm.icu.util.RangeValueIterator;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;

/**
 * Properties of code points, and lower case, by the version of Unicode that ICU4J has. The JDK's
 * own methods know another version in each release, and a fingerprint must not depend on that;
 * {@code UnicodeSourcesTest} keeps them out.
 *
 * <p>Charsets are decoded by the JDK: what its decoders make of bytes has not changed with Unicode.
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

  private static final Set<Integer> WITHOUT_SPACES =
      Set.of(
          UScript.HAN,
          UScript.HIRAGANA,
          UScript.KATAKANA,
          UScript.THAI,
          UScript.LAO,
          UScript.KHMER,
          UScript.MYANMAR);

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

  /** Whether a code point is a letter; not if it is a surrogate. */
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

  /** Whether a code point is of a script that does not separate words by spaces. */
  public static boolean isWithoutSpaces(int c) {
    return c > 0xe00 && WITHOUT_SPACES.contains(UScript.getScript(c));
  }

  /** Whether a code point is in upper case, such as a capital or a circled one. */
  public static boolean isUpper(int c) {
    return UCharacter.isUUppercase(c);
  }

  /** The code point in lower case, if that is one code point; else as it is. */
  public static int lower(int c) {
    return UCharacter.toLowerCase(c);
  }

  /** The text in lower case, in no language; a sigma at the end of a word becomes a final one. */
  public static String lower(String text) {
    return Ascii.isAscii(text) ? Ascii.lower(text) : CaseMap.toLower().apply(Locale.ROOT, text);
  }
}
