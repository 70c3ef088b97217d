package dev.crawlsieve.core.fingerprint;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UCharacterEnums.ECharacterCategory;
import dev.crawlsieve.core.text.Letters;

/**
 * The class and the case folding of each code point, in one table look-up.
 *
 * <p>An entry is the folded code point plus one of the class constants. {@link #WORD} is 0, so that
 * {@code entry < ALONE} means "part of a word", and the entry is then the folded code point itself.
 *
 * <p>The properties are ICU's. Ideographs and symbols that a later version of Unicode adds have the
 * same class before and after; letters and marks are symbols until then.
 */
final class CharTable {

  /** Letters and digits of scripts with spaces. */
  static final int WORD = 0;

  /** Letters of scripts without spaces: each begins a token. */
  static final int ALONE = 1 << 21;

  /** Combining marks, and vowel signs like them: belong to the letter before them. */
  static final int MARK = 2 << 21;

  /** Soft hyphens, joiners, direction and byte-order marks: ignored. */
  static final int FORMAT = 3 << 21;

  /** Apostrophes, connectors and the like: part of a word when between two letters or digits. */
  static final int JOINER = 4 << 21;

  /** Punctuation, symbols, private use, unassigned, unpaired surrogates. */
  static final int SYMBOL = 5 << 21;

  /** White space and controls, including NUL. */
  static final int SPACE = 6 << 21;

  /** A surrogate: look up the pair. Only for a {@code char}, not for a code point. */
  static final int SURROGATE = 7 << 21;

  private static final int CODE_POINT = (1 << 21) - 1;

  private static final CharTable FOLDING = new CharTable(true);
  private static final CharTable KEEPING = new CharTable(false);

  private final boolean fold;
  private final int[] entries = new int[1 << 16];

  private CharTable(boolean fold) {
    this.fold = fold;
    for (int c = 0; c < entries.length; c++) {
      entries[c] = Character.isSurrogate((char) c) ? SURROGATE | c : compute(c);
    }
  }

  /** The table that folds case, or the one that preserves it. */
  static CharTable folding(boolean fold) {
    return fold ? FOLDING : KEEPING;
  }

  /** Entries by {@code char}; must not be modified. */
  int[] entries() {
    return entries;
  }

  /** The class of an entry. */
  static int type(int entry) {
    return entry & ~CODE_POINT;
  }

  /** The folded code point of an entry. */
  static int folded(int entry) {
    return entry & CODE_POINT;
  }

  /** The entry of the code point that starts at an index; a lone surrogate is a symbol. */
  int at(char[] text, int index, int length) {
    int entry = entries[text[index]];
    if (entry < SURROGATE) {
      return entry;
    }
    char first = text[index];
    return index + 1 < length && Character.isSurrogatePair(first, text[index + 1])
        ? compute(Character.toCodePoint(first, text[index + 1]))
        : SYMBOL | first;
  }

  private int compute(int c) {
    int type = classify(c);
    // Lower case of upper case equals Unicode's simple case folding for all but a few letters: it
    // also merges the two sigmas, long and short s, and the micro sign and mu.
    int folded = fold ? UCharacter.toLowerCase(UCharacter.toUpperCase(c)) : c;
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
        return SPACE;
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
      case ECharacterCategory.SPACE_SEPARATOR,
          ECharacterCategory.LINE_SEPARATOR,
          ECharacterCategory.PARAGRAPH_SEPARATOR,
          ECharacterCategory.CONTROL ->
          SPACE;
      default -> SYMBOL;
    };
  }
}
