package dev.crawlsieve.core.fingerprint;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UCharacterEnums.ECharacterCategory;
import dev.crawlsieve.core.text.Letters;
import dev.crawlsieve.core.text.Utf8Chars;

/**
 * The class and the case folding of each code point, with one table look-up.
 *
 * <p>An entry is the folded code point plus one of the class constants. The classes of characters
 * in words, {@link #WORD} and {@link #MARK}, have the lowest values.
 *
 * <p>The properties are ICU's. An ideograph or symbol that a later version of Unicode adds has the
 * same class before and after; a letter or mark is a symbol until then.
 */
final class CharTable {

  /** Letters and digits of scripts with spaces. */
  static final int WORD = 0;

  /** Combining marks, and vowel signs that act like them: part of the letter before them. */
  static final int MARK = 1 << 21;

  /** Letters of scripts without spaces: each begins a token. */
  static final int ALONE = 2 << 21;

  /** Soft hyphens, joiners, direction and byte-order marks: ignored. */
  static final int FORMAT = 3 << 21;

  /** Apostrophes, connectors and the like: part of a word when between two letters or digits. */
  static final int JOINER = 4 << 21;

  /** White space, controls, punctuation, symbols, and what is no character: separate words. */
  static final int SEPARATOR = 5 << 21;

  private static final int CODE_POINT = (1 << 21) - 1;

  static final CharTable TABLE = new CharTable();

  private final int[] entries = new int[1 << 16];

  private CharTable() {
    for (int c = 0; c < entries.length; c++) {
      entries[c] = compute(c);
    }
  }

  /** The class of an entry. */
  static int type(int entry) {
    return entry & ~CODE_POINT;
  }

  /** The folded code point of an entry. */
  static int folded(int entry) {
    return entry & CODE_POINT;
  }

  // Each of these is small enough to be inlined where it is hot.

  /** The entry of the character that starts at an offset in {@link Utf8Chars}. */
  int at(byte[] utf8, int at) {
    int first = utf8[at];
    return first >= 0 ? entries[first] : beyondAscii(utf8, at, first);
  }

  /** The entry of the character of two bytes that starts at an offset. */
  int ofTwo(byte[] utf8, int at) {
    return entries[Utf8Chars.two(utf8, at)];
  }

  /** The entry of the character of three bytes that starts at an offset. */
  int ofThree(byte[] utf8, int at) {
    return entries[Utf8Chars.three(utf8, at)];
  }

  private int beyondAscii(byte[] utf8, int at, int first) {
    return first < (byte) 0xe0 ? entries[Utf8Chars.two(utf8, at)] : beyondTwo(utf8, at, first);
  }

  private int beyondTwo(byte[] utf8, int at, int first) {
    return first < (byte) 0xf0
        ? entries[Utf8Chars.three(utf8, at)]
        : compute(Utf8Chars.codePoint(utf8, at));
  }

  private int compute(int c) {
    int type = classify(c);
    // Lower case of upper case equals Unicode's simple case folding for all but a few letters: it
    // also merges the two sigmas, long and short s, and the micro sign and mu.
    int folded = UCharacter.toLowerCase(UCharacter.toUpperCase(c));
    return type | (c == 0x2019 || c == 0xff07 ? '\'' : folded);
  }

  private static int classify(int c) {
    switch (c) {
      case '\'', 0x2019, 0xff07: // apostrophes
      case 0xb7, 0x5f3, 0x5f4: // Catalan middle dot, Hebrew geresh and gershayim
        return JOINER;
      case 0xe33, 0xeb3, 0xff9e, 0xff9f: // Thai and Lao vowel am, halfwidth voiced sound marks
        return MARK;
      case 0x30fc, 0xff70: // the prolonged sound mark is shared by both Kana
        return ALONE;
      case 0x200b: // zero width space
        return SEPARATOR;
      default:
        break;
    }
    if (c >= 0x20000 && c < 0x40000) { // the planes of ideographs, whether assigned or not
      return ALONE;
    }
    return switch (Letters.type(c)) {
      case ECharacterCategory.UPPERCASE_LETTER,
          ECharacterCategory.LOWERCASE_LETTER,
          ECharacterCategory.TITLECASE_LETTER,
          ECharacterCategory.MODIFIER_LETTER,
          ECharacterCategory.OTHER_LETTER,
          ECharacterCategory.LETTER_NUMBER ->
          Letters.isWithoutSpaces(c) ? ALONE : WORD;
      case ECharacterCategory.DECIMAL_DIGIT_NUMBER, ECharacterCategory.OTHER_NUMBER -> WORD;
      case ECharacterCategory.NON_SPACING_MARK,
          ECharacterCategory.ENCLOSING_MARK,
          ECharacterCategory.COMBINING_SPACING_MARK ->
          MARK;
      case ECharacterCategory.FORMAT -> FORMAT;
      case ECharacterCategory.CONNECTOR_PUNCTUATION -> JOINER;
      default -> SEPARATOR;
    };
  }
}
