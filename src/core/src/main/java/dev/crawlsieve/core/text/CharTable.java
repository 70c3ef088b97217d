package dev.crawlsieve.core.text;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UCharacterEnums.ECharacterCategory;
import com.ibm.icu.lang.UProperty;
import com.ibm.icu.lang.UScript;
import com.ibm.icu.text.Normalizer2;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The class and the folding of each code point, with one table look-up: all that text is compared
 * by, in tokens, names and addresses.
 *
 * <p>Folding makes one of spellings that readers take for the same: small and capital letters, also
 * where capitals lose accents, as in Greek, or dots, as in Turkish; letters and their compatibility
 * forms (UAX #15); digits of all scripts; joiners and other characters without a shape, tatweel,
 * and the points of Hebrew and Arabic, which vanish; and letters that are encoded in two ways, see
 * {@link #oneOfTwo}.
 *
 * <p>An entry is the folded code point plus one of the class constants, which is the class of the
 * folded code point. The classes of characters in words, {@link #WORD}, {@link #MARK} and {@link
 * #LINK}, have the lowest values.
 *
 * <p>The properties are ICU's. An ideograph or symbol that a later version of Unicode adds has the
 * same class before and after; a letter or mark is a symbol until then.
 */
public final class CharTable {

  /** Letters and digits of scripts with spaces. */
  public static final int WORD = 0;

  /** Combining marks, and vowel signs that act like them: part of the letter before them. */
  public static final int MARK = 1 << 21;

  /** Marks that subscribe the next letter: both are part of the letter before them. */
  public static final int LINK = 2 << 21;

  /** Letters of scripts without spaces: each begins a token. */
  public static final int ALONE = 3 << 21;

  /** Apostrophes, connectors and the like: part of a word when between two letters or digits. */
  public static final int JOINER = 4 << 21;

  /** Soft hyphens, joiners, direction and byte-order marks, points: ignored. */
  public static final int FORMAT = 5 << 21;

  /** White space, controls, punctuation, symbols, and what is no character: separate words. */
  public static final int SEPARATOR = 6 << 21;

  /**
   * Letters of scripts with spaces that are folded to more than one code point, {@link #expanded}.
   */
  public static final int EXPANDED = 7 << 21;

  /** Bytes of the longest expansion: four code points. */
  private static final int LONGEST = 16;

  private static final int CODE_POINT = (1 << 21) - 1;
  private static final int ZERO_WIDTH_SPACE = 0x200b;
  private static final int DOT_ABOVE = 0x307;
  private static final int TATWEEL = 0x640;

  // Fixed positions of the points of Hebrew, Arabic and Syriac, see UAX #44
  private static final int FIRST_POINT_CLASS = 10;
  private static final int LAST_POINT_CLASS = 36;

  private static final Normalizer2 FOLDING = Normalizer2.getNFKCCasefoldInstance();
  private static final Normalizer2 NFD = Normalizer2.getNFDInstance();

  public static final CharTable TABLE = new CharTable();

  private final int[] entries = new int[1 << 16];
  private final int[][] expansions;

  private CharTable() {
    List<int[]> longer = new ArrayList<>();
    for (int c = 0; c < entries.length; c++) {
      String folded = fold(c);
      if (folded.codePointCount(0, folded.length()) > 1) {
        entries[c] = EXPANDED | longer.size();
        longer.add(folded.codePoints().toArray());
      } else {
        entries[c] = entry(folded);
      }
    }
    expansions = longer.toArray(new int[0][]);
  }

  /** The class of an entry. */
  public static int type(int entry) {
    return entry & ~CODE_POINT;
  }

  /** The folded code point of an entry. */
  public static int folded(int entry) {
    return entry & CODE_POINT;
  }

  /** Whether an entry is that of a decimal digit of any script. */
  public static boolean isDigit(int entry) {
    return entry >= '0' && entry <= '9';
  }

  /** Whether an entry is folded to decimal digits, as that of the circled ten is. */
  public boolean isDigits(int entry) {
    return type(entry) == EXPANDED
        ? Arrays.stream(expanded(entry)).allMatch(CharTable::isDigit)
        : isDigit(entry);
  }

  // Each of these is small enough to be inlined where it is hot.

  /** The entry of the character that starts at an offset in {@link Utf8Chars}. */
  public int at(byte[] utf8, int at) {
    int first = utf8[at];
    return first >= 0 ? entries[first] : beyondAscii(utf8, at, first);
  }

  /** The entry of the character of two bytes that starts at an offset. */
  public int ofTwo(byte[] utf8, int at) {
    return entries[Utf8Chars.two(utf8, at)];
  }

  /** The entry of the character of three bytes that starts at an offset. */
  public int ofThree(byte[] utf8, int at) {
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

  /** The entry of a code point. */
  public int of(int c) {
    return c < entries.length ? entries[c] : compute(c);
  }

  /** The code points that an entry of the class {@link #EXPANDED} is folded to. */
  public int[] expanded(int entry) {
    return expansions[folded(entry)];
  }

  /** The text with each of its characters folded, in time linear in its length. */
  public String folded(String text) {
    if (Ascii.isAscii(text)) {
      return Ascii.lower(text);
    }
    StringBuilder folded = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      int entry = of(c);
      int type = type(entry);
      if (type == EXPANDED) {
        for (int each : expanded(entry)) {
          folded.appendCodePoint(each);
        }
      } else if (type != FORMAT) {
        folded.appendCodePoint(folded(entry));
      }
      i += Character.charCount(c);
    }
    return folded.toString();
  }

  /** {@link #folded(String)} of {@link Utf8Chars}, as such. */
  public byte[] folded(byte[] utf8) {
    byte[] out = new byte[utf8.length + LONGEST];
    int n = 0;
    for (int i = 0; i < utf8.length; ) {
      int first = utf8[i];
      if (n + LONGEST > out.length) {
        out = Arrays.copyOf(out, 2 * out.length);
      }
      if (first >= 0) {
        boolean eight = utf8.length - i >= Long.BYTES;
        long ascii = eight ? EightAscii.load(utf8, i) : first;
        int count = eight ? EightAscii.before(ascii & EightAscii.EACH) : 1;
        // bytes from the first that is not ASCII on are overwritten
        EightAscii.store(out, n, EightAscii.lower(ascii));
        n += count;
        i += count;
        continue;
      }
      int entry = beyondAscii(utf8, i, first);
      int type = type(entry);
      if (type == EXPANDED) {
        for (int each : expanded(entry)) {
          n += Utf8Chars.encode(each, out, n);
        }
      } else if (type != FORMAT) {
        n += Utf8Chars.encode(folded(entry), out, n);
      }
      i += Utf8Chars.length((byte) first);
    }
    return Arrays.copyOf(out, n);
  }

  private static int compute(int c) {
    if (c >= NormalForm.FIRST_EMOJI && c <= NormalForm.LAST_EMOJI) {
      return SEPARATOR | c;
    }
    String folded = fold(c);
    return folded.codePointCount(0, folded.length()) > 1 ? classify(c) | lower(c) : entry(folded);
  }

  private static int entry(String folded) {
    return folded.isEmpty() ? FORMAT : classify(folded.codePointAt(0)) | folded.codePointAt(0);
  }

  /** What a code point is folded to: nothing, or one code point, or several that are in words. */
  private static String fold(int c) {
    if (c == ZERO_WIDTH_SPACE) {
      return Character.toString(c);
    }
    if (isIgnored(c)) {
      return "";
    }
    if (Letters.isMark(c) || isSign(c) || isOneOfMany(c)) {
      return Character.toString(c);
    }
    int letter = c;
    if (c >= 0x370 && UScript.getScript(c) == UScript.GREEK) { // capitals have no accents
      String parts = NFD.getDecomposition(c);
      letter = parts == null ? c : parts.codePointAt(0);
    }
    StringBuilder folded = new StringBuilder();
    FOLDING
        .normalize(Character.toString(letter))
        .codePoints()
        .filter(each -> !isIgnored(each))
        .forEach(each -> folded.append(oneOfTwo(each)));
    boolean several = folded.codePointCount(0, folded.length()) > 1;
    boolean word = classify(c) == WORD && folded.codePoints().allMatch(CharTable::isInWord);
    return several && !word ? Character.toString(lower(c)) : folded.toString();
  }

  private static boolean isInWord(int c) {
    return classify(c) < ALONE;
  }

  private static boolean isIgnored(int c) {
    if (c == TATWEEL
        || c == DOT_ABOVE
        || UCharacter.hasBinaryProperty(c, UProperty.DEFAULT_IGNORABLE_CODE_POINT)) {
      return true; // a small dotted capital I is an i with a dot
    }
    int type = Letters.type(c);
    return type == ECharacterCategory.FORMAT
        || (type == ECharacterCategory.NON_SPACING_MARK && isPoint(c));
  }

  private static boolean isPoint(int c) {
    int combining = UCharacter.getCombiningClass(c);
    int script = UScript.getScript(c);
    return (combining >= FIRST_POINT_CLASS && combining <= LAST_POINT_CLASS)
        || script == UScript.HEBREW
        || script == UScript.ARABIC
        || script == UScript.SYRIAC;
  }

  /** One of two encodings of a letter. */
  private static String oneOfTwo(int c) {
    return switch (c) {
      case 0x2019 -> "'";
      case 0x582 -> "\u057e"; // in Armenian, capitals of the ligature "and" end in either
      case 0x643 -> "\u06a9"; // kaf: keyboards and character sets of Arabic write Persian, too
      case 0x649, 0x64a -> "\u06cc"; // likewise yeh
      case 0x6c1 -> "\u0647"; // likewise heh in Urdu
      case 0x671 -> "\u0627"; // alef with wasla, which is a point
      case 0x1361 -> " "; // Ethiopic wordspace
      case 0x9ce -> "\u09a4\u09cd"; // before Unicode 4.1 and 5.1, letter, virama and joiner
      case 0xd7a -> "\u0d23\u0d4d";
      case 0xd7b -> "\u0d28\u0d4d";
      case 0xd7c -> "\u0d30\u0d4d";
      case 0xd7d -> "\u0d32\u0d4d";
      case 0xd7e -> "\u0d33\u0d4d";
      case 0xd7f -> "\u0d15\u0d4d";
      default ->
          Letters.isDigit(c) ? Integer.toString(UCharacter.digit(c)) : Character.toString(lower(c));
    };
  }

  /**
   * Lower case of upper case: Unicode's simple case folding, which it also merges with that of the
   * two sigmas, long and short s, and i without a dot.
   */
  private static int lower(int c) {
    return UCharacter.toLowerCase(UCharacter.toUpperCase(c));
  }

  /** Thai and Lao vowel am, halfwidth voiced sound marks. */
  private static boolean isSign(int c) {
    return c == 0xe33 || c == 0xeb3 || c == 0xff9e || c == 0xff9f;
  }

  /** Unified ideographs and syllables of Hangul, most of the table: each is folded to itself. */
  private static boolean isOneOfMany(int c) {
    return (c >= 0x3400 && c < 0xa000) || (c >= 0xac00 && c < 0xd7a4);
  }

  private static int classify(int c) {
    switch (c) {
      case '\'', 0xb7, 0x5f3, 0x5f4: // apostrophe, Catalan middle dot, Hebrew geresh, gershayim
        return JOINER;
      case 0x30fc: // the prolonged sound mark is shared by both Kana
        return ALONE;
      case ZERO_WIDTH_SPACE:
        return SEPARATOR;
      default:
        break;
    }
    if (isSign(c)) {
      return MARK;
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
          isLink(c) ? LINK : MARK;
      case ECharacterCategory.FORMAT -> FORMAT;
      case ECharacterCategory.CONNECTOR_PUNCTUATION -> JOINER;
      default -> SEPARATOR;
    };
  }

  private static boolean isLink(int c) {
    int category = UCharacter.getIntPropertyValue(c, UProperty.INDIC_SYLLABIC_CATEGORY);
    return category == UCharacter.IndicSyllabicCategory.INVISIBLE_STACKER
        || category == UCharacter.IndicSyllabicCategory.VIRAMA;
  }
}
