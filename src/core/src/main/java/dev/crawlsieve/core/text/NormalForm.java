package dev.crawlsieve.core.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UProperty;
import com.ibm.icu.text.Normalizer2;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;

/** Normalises text to Unicode's normal form C (UAX #15), and recognises characters that need it. */
public final class NormalForm {

  /** Text with only characters below this one is in normal form C. */
  private static final char FIRST_COMBINING = '\u0300';

  /** Begins the first of them in UTF-8. */
  private static final byte FIRST_LEAD = (byte) 0xcc;

  // Values of the property NFC_Quick_Check
  private static final int YES = 1;
  private static final int MAYBE = 2;

  private static final int FIRST_EMOJI = 0x1f300;
  private static final int LAST_EMOJI = 0x1faff;

  private static final Normalizer2 NFC = Normalizer2.getNFCInstance();

  // What each char does: its combining class, or one of these, which are the class of none.

  /** Neither changes nor composes with what is before it, and is no mark. */
  private static final int STARTS = 0;

  /** A mark of class 0 that does neither; decomposed, it is one, two or three. */
  private static final int ONE_MARK = 2;

  private static final int THREE_MARKS = 4;

  /** May do either; or a surrogate. */
  private static final int MAY_CHANGE = 5;

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

  /**
   * The same for {@code utf8[0, length)}, as defined by {@link Utf8Chars}; an unpaired surrogate
   * becomes {@code ?}. Marks are common in many scripts, and rarely change: those that are only out
   * of order, as the points of Hebrew are, are sorted where they are, and of other words only those
   * in which one may change are normalised.
   *
   * @param utf8 is modified
   */
  public static Utf8Text of(byte[] utf8, int length) {
    ByteArrayOutputStream changed = null;
    int copied = 0;
    int letter = 0; // where the last character is that is no mark, and changes nothing before it
    int starter = -1; // where the last one of class 0 is, from there on
    int last = 0; // the class of the one before this
    int marks = 0; // after the letter, decomposed
    int i = 0;
    while (i < length) {
      byte first = utf8[i];
      int c = first >= 0 ? first : first < FIRST_LEAD ? 0x80 : Utf8Chars.codePoint(utf8, i);
      int next = i + Utf8Chars.length(first);
      int kind = c < FIRST_COMBINING ? STARTS : kind(c);
      if (kind == STARTS) {
        letter = i;
        starter = i;
        last = 0;
        marks = 0;
        i = next;
        continue;
      }
      boolean unclassed = kind >= ONE_MARK && kind <= THREE_MARKS;
      int combining = unclassed ? 0 : kind == MAY_CHANGE ? NFC.getCombiningClass(c) : kind;
      marks += unclassed ? kind - ONE_MARK + 1 : 1;
      boolean sorted = combining == 0 || combining >= last;
      int base = starter < 0 || (sorted && kind != MAY_CHANGE) ? -1 : character(utf8, starter);
      boolean normal =
          marks <= StreamSafe.MOST
              && (kind != MAY_CHANGE || (base >= 0 && stays(base, c)))
              && (sorted || (base >= 0 && NFC.getRawDecomposition(base) == null));
      if (normal) {
        if (sorted) {
          last = combining;
        } else {
          insert(utf8, i, next, combining);
        }
        starter = combining == 0 ? i : starter;
      } else {
        next = endOfWord(utf8, next, length);
        changed = changed == null ? new ByteArrayOutputStream(length + length / 8) : changed;
        changed.write(utf8, copied, letter - copied);
        String word = Utf8Chars.decode(utf8, letter, next);
        changed.writeBytes(of(word).getBytes(UTF_8));
        copied = next;
      }
      i = next;
    }
    if (changed == null) {
      return Utf8Text.of(Arrays.copyOf(utf8, length));
    }
    changed.write(utf8, copied, length - copied);
    return Utf8Text.of(changed.toByteArray());
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

  private static int kind(int c) {
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

  /** Whether a character that may change does not, after the last one of class 0 before it. */
  private static boolean stays(int starter, int c) {
    return !isSurrogate(c)
        && UCharacter.getIntPropertyValue(c, UProperty.NFC_QUICK_CHECK) == MAYBE
        && NFC.getRawDecomposition(c) == null
        && NFC.getRawDecomposition(starter) == null
        && NFC.composePair(starter, c) < 0;
  }

  /** Moves a mark before those of a higher class that are directly before it. */
  private static void insert(byte[] utf8, int from, int to, int combining) {
    byte[] mark = Arrays.copyOfRange(utf8, from, to);
    int at = from;
    while (true) {
      int before = at - 1;
      while ((utf8[before] & 0xc0) == 0x80) {
        before--;
      }
      int c = character(utf8, before);
      if (c < FIRST_COMBINING || NFC.getCombiningClass(c) <= combining) {
        break;
      }
      at = before;
    }
    System.arraycopy(utf8, at, utf8, at + mark.length, from - at);
    System.arraycopy(mark, 0, utf8, at, mark.length);
  }

  private static boolean isSurrogate(int c) {
    return c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
  }

  private static int character(byte[] utf8, int at) {
    return utf8[at] >= 0 ? utf8[at] : Utf8Chars.codePoint(utf8, at);
  }

  /** The offset of the next ASCII character, which composes with nothing before it. */
  private static int endOfWord(byte[] utf8, int from, int length) {
    int i = from;
    while (i < length && utf8[i] < 0) {
      i++;
    }
    return i;
  }
}
