package dev.crawlsieve.core.maintext;

import com.ibm.icu.lang.UCharacterEnums.ECharacterCategory;
import dev.crawlsieve.core.text.EightAscii;
import dev.crawlsieve.core.text.Letters;
import dev.crawlsieve.core.text.NormalForm;
import dev.crawlsieve.core.text.Utf8Chars;
import dev.crawlsieve.core.text.WhiteSpace;
import java.util.Arrays;

/**
 * The text of all runs, with white space collapsed and without invisible characters. Words and
 * commas are counted as text is added. ASCII, which most text is, is processed eight bytes at a
 * time, and other text by the same rules one character at a time.
 */
public final class RunText {

  /** A longer buffer is not reused for the next page. */
  private static final int KEPT_BYTES = 1 << 20;

  private static final int FIRST_IDEOGRAPH = 0x3400;

  private static final byte BLANK = 0;
  private static final byte INVISIBLE = 1;
  private static final byte SIGN = 2;
  private static final byte COMMA = 3;
  private static final byte LETTER = 4;

  /** A character of a script that does not separate words. */
  private static final byte UNPARTED = 5;

  /** A flag: may not be in normal form C. */
  private static final byte UNSURE = 8;

  /** A flag: a mark, or may not be in normal form C. */
  private static final byte MARKED = 16;

  /** The kind of each {@code char}. */
  private static final byte[] KINDS = new byte[Character.MAX_VALUE + 1];

  static {
    for (int c = 0; c < KINDS.length; c++) {
      KINDS[c] = kind(c);
    }
  }

  private byte[] utf8 = new byte[4096];
  private int length;
  private boolean unsure;
  private boolean inWord;

  /** Number of characters in scripts that do not separate words. */
  private int unparted;

  private int unpartedInLinks;

  int length() {
    return length;
  }

  /** The text of the runs, one after the other, up to {@link #length}. */
  byte[] utf8() {
    return utf8;
  }

  /** Clears the text. */
  public void reset() {
    if (utf8.length > KEPT_BYTES) {
      utf8 = new byte[4096];
    }
    length = 0;
    unsure = false;
    inWord = false;
    unparted = 0;
    unpartedInLinks = 0;
  }

  /** Whether any of the text may not be in normal form C. */
  boolean mayNeedNormalizing() {
    return unsure;
  }

  void end(TextRun run) {
    inWord = false;
    run.words += (unparted + 1) / 2;
    run.linkWords += (unpartedInLinks + 1) / 2;
    unparted = 0;
    unpartedInLinks = 0;
    while (length > run.start && endsBlank(utf8, length)) {
      length--;
    }
    run.end = length;
  }

  /** The separator at the end of the run's text so far. */
  TextRun.Separator trailing() {
    byte last = utf8[length - 1];
    return last == '\n'
        ? TextRun.Separator.LINE
        : last == ' ' ? TextRun.Separator.BLANK : TextRun.Separator.NONE;
  }

  /** Breaks the line; returns whether it was empty, in which case a new paragraph begins. */
  boolean lineBreak() {
    if (utf8[length - 1] == ' ') {
      length--;
    }
    if (utf8[length - 1] == '\n') {
      return true;
    }
    ensureRoom(1);
    utf8[length++] = '\n';
    return false;
  }

  private void ensureRoom(int more) {
    if (utf8.length - length < more) {
      utf8 = Arrays.copyOf(utf8, 2 * utf8.length + more);
    }
  }

  private static boolean endsBlank(byte[] utf8, int length) {
    return utf8[length - 1] == ' ' || utf8[length - 1] == '\n';
  }

  /** Appends well-formed UTF-8 to the run, which must be the last one. */
  void append(byte[] in, int from, int to, TextRun run, boolean link) {
    ensureRoom(to - from + Long.BYTES);
    byte[] out = utf8;
    int n = length;
    int wordsBefore = run.words;
    int charsBefore = run.chars;
    int words = 0;
    int chars = 0;
    int commas = 0;
    // Whether the previous character belongs to a word, as a mask for eight characters.
    long word = inWord ? EightAscii.EACH : 0;
    int i = from;
    while (i < to) {
      // Whole groups of eight ASCII characters with single blanks, which most of a long text
      // consists of.
      long parting = n == run.start || endsBlank(out, n) ? EightAscii.EACH : 0;
      while (i + Long.BYTES <= to) {
        long eight = EightAscii.load(in, i);
        long blank = EightAscii.seen(eight) ^ EightAscii.EACH;
        long again = blank & (blank << Byte.SIZE | parting >>> (Long.SIZE - Byte.SIZE));
        if (((eight & EightAscii.EACH) | again) != 0) {
          break;
        }
        eight = EightAscii.blanked(eight, blank);
        EightAscii.store(out, n, eight);
        long letters = EightAscii.alphanumeric(eight);
        words +=
            Long.bitCount(letters & ~(letters << Byte.SIZE | word >>> (Long.SIZE - Byte.SIZE)));
        chars += Long.BYTES - Long.bitCount(blank);
        commas += Long.bitCount(EightAscii.equal(eight, ','));
        word = letters;
        parting = blank;
        n += Long.BYTES;
        i += Long.BYTES;
      }
      if (i == to) {
        break;
      }
      int count = Math.min(Long.BYTES, to - i);
      long eight = i + Long.BYTES <= in.length ? EightAscii.load(in, i) : EightAscii.EACH;
      long these = EightAscii.first(count);
      long beyond = eight & these;
      if (beyond != 0) {
        count = EightAscii.before(beyond);
        if (count == 0) {
          length = n;
          inWord = word < 0;
          i = appendOthers(in, i, to, run, link);
          n = length;
          word = inWord ? EightAscii.EACH : 0;
          continue;
        }
        these = EightAscii.first(count);
      }
      long seen = EightAscii.seen(eight) & these;
      long blank = seen ^ these;
      if (blank != 0) {
        boolean parted = n == run.start || endsBlank(out, n);
        long again = blank & (blank << Byte.SIZE | (parted ? 0x80 : 0));
        if (again != 0) {
          // A blank after a blank: stop before it for now, or skip all of them.
          int single = EightAscii.before(again);
          if (single == 0) {
            i += Math.min(count, EightAscii.before(seen));
            word = 0;
            continue;
          }
          count = single;
          these = EightAscii.first(count);
          seen &= these;
          blank &= these;
        }
        eight = EightAscii.blanked(eight, blank);
      }
      EightAscii.store(out, n, eight);
      n += count;
      i += count;
      long letters = EightAscii.alphanumeric(eight) & these;
      words += Long.bitCount(letters & ~(letters << Byte.SIZE | (word >>> (Long.SIZE - 8))));
      chars += Long.bitCount(seen);
      commas += Long.bitCount(EightAscii.equal(eight, ',') & these);
      word = letters << (Long.SIZE - (count << 3));
    }
    length = n;
    inWord = word < 0;
    run.words += words;
    run.chars += chars;
    run.commas += commas;
    if (link) {
      run.linkChars += run.chars - charsBefore;
      run.linkWords += run.words - wordsBefore;
    }
  }

  /**
   * Adds the character at {@code from} and those after it, until two ASCII characters follow;
   * returns the offset of the next character.
   */
  private int appendOthers(byte[] in, int from, int to, TextRun run, boolean link) {
    int kinds = 0;
    int chars = 0;
    int unpartedHere = 0;
    int words = 0;
    int commas = 0;
    int word = inWord ? 1 : 0;
    boolean parted = length == run.start || endsBlank(utf8, length);
    int copied = from;
    int i = from;
    do {
      // Letters of one length, which nearly all words are made of, with few operations each.
      int letters = i;
      while (i + 1 < to && Utf8Chars.isOfTwo(in[i])) {
        int kind = KINDS[Utf8Chars.two(in, i)];
        if ((kind & UNPARTED) != LETTER) {
          break;
        }
        kinds |= kind;
        i += 2;
      }
      if (i > letters) {
        chars += (i - letters) >> 1;
        words += ~word & 1;
        word = 1;
        parted = false;
        continue;
      }
      while (i + 2 < to && Utf8Chars.isOfThree(in[i])) {
        int kind = KINDS[Utf8Chars.three(in, i)];
        if ((kind & LETTER) == 0) {
          break;
        }
        kinds |= kind;
        i += 3;
        chars++;
        int alone = kind & 1;
        unpartedHere += alone;
        words += ~(word | alone) & 1;
        word = alone ^ 1;
      }
      if (i > letters) {
        parted = false;
        continue;
      }
      byte first = in[i];
      int c;
      int size;
      if (first >= 0) {
        c = first;
        size = 1;
      } else if (first < (byte) 0xe0) {
        c = Utf8Chars.two(in, i);
        size = 2;
      } else {
        c = Utf8Chars.codePoint(in, i);
        size = first < (byte) 0xf0 ? 3 : 4;
      }
      int kind = c < KINDS.length ? KINDS[c] : kind(c);
      if (kind <= INVISIBLE) {
        boolean stays = first == ' ' && !parted;
        if (!stays) {
          copy(in, copied, i);
          copied = i + size;
        }
        if (kind == BLANK) {
          word = 0;
          if (!stays && !parted) {
            utf8[length++] = ' ';
          }
          parted = true;
        }
        i += size;
        continue;
      }
      parted = false;
      kinds |= kind;
      chars += c < KINDS.length ? 1 : 2;
      i += size;
      // without branches, which would be mispredicted
      int letter = kind >>> 2 & ~kind & 1;
      words += letter & ~word;
      word = letter;
      unpartedHere += kind >>> 2 & kind & 1;
      commas += kind >>> 1 & kind & 1;
    } while (i < to && (in[i] < 0 || (i + 2 < to && (in[i + 1] | in[i + 2]) < 0)));
    copy(in, copied, i);
    inWord = word != 0;
    unsure |= (kinds & UNSURE) != 0;
    run.marked |= (kinds & MARKED) != 0;
    unparted += unpartedHere;
    unpartedInLinks += link ? unpartedHere : 0;
    run.words += words;
    run.commas += commas;
    run.chars += chars;
    return i;
  }

  /** Copies bytes; there must be room for eight more. */
  private void copy(byte[] in, int from, int to) {
    int bytes = to - from;
    if (bytes <= Long.BYTES && from + Long.BYTES <= in.length) {
      EightAscii.store(utf8, length, EightAscii.load(in, from));
    } else {
      System.arraycopy(in, from, utf8, length, bytes);
    }
    length += bytes;
  }

  private static byte kind(int c) {
    if (WhiteSpace.isBlank(c)) {
      return BLANK;
    }
    if (WhiteSpace.isInvisible(c)) {
      return INVISIBLE;
    }
    int kind =
        isUnparted(c) ? UNPARTED : isLetter(c) ? LETTER : Signs.isComma((char) c) ? COMMA : SIGN;
    int unsure = NormalForm.mayLack(c) ? UNSURE : 0;
    return (byte) (kind | unsure | (NormalForm.starts(c) ? 0 : MARKED));
  }

  /** Whether a character belongs to a word rather than being punctuation. */
  static boolean isOfWord(int c) {
    return isLetter(c) || isUnparted(c);
  }

  /** Letters, digits, the marks on them, and everything beyond the basic plane. */
  private static boolean isLetter(int c) {
    if (c < 0xc0) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    }
    return c > Character.MAX_VALUE
        || Letters.isLetterOrDigit(c)
        || Character.isSurrogate((char) c)
        || (Letters.isMark(c) && Letters.type(c) != ECharacterCategory.ENCLOSING_MARK);
  }

  /** Whether a character is of a script that does not separate words. */
  static boolean isUnparted(int c) {
    return c >= '\u0e00'
        && (c <= '\u0eff'
            || (c >= '\u1000' && c <= '\u109f')
            || (c >= '\u1780' && c <= '\u17ff')
            || (c >= '\u3040' && c <= '\u30ff')
            || (c >= '\u3400' && c <= '\u9fff')
            || (c >= '\uf900' && c <= '\ufaff'));
  }

  /**
   * Quarters of an average word that a character is, in a script that does not separate words: two
   * ideographs are a word, or four other characters.
   */
  static int quarters(int unparted) {
    return unparted < FIRST_IDEOGRAPH ? 1 : 2;
  }

  /** Offset of the first visible character in {@code in[from, to)}, or {@code to}. */
  static int firstSeen(byte[] in, int from, int to) {
    int i = from;
    while (i < to) {
      if (i + Long.BYTES <= in.length) {
        long eight = EightAscii.load(in, i);
        int blank = EightAscii.before(EightAscii.seen(eight) | (eight & EightAscii.EACH));
        i += blank;
        if (blank == Long.BYTES) {
          continue;
        }
        if (i >= to || in[i] > 0) {
          break;
        }
      }
      int c = in[i] >= 0 ? in[i] : Utf8Chars.codePoint(in, i);
      if (!WhiteSpace.isBlank(c) && !WhiteSpace.isInvisible(c)) {
        break;
      }
      i += Utf8Chars.length(in[i]);
    }
    return Math.min(i, to);
  }

  /** Whether a blank precedes everything visible in {@code in[from, to)}. */
  static boolean startsBlank(byte[] in, int from, int to) {
    for (int i = from; i < to; i += Utf8Chars.length(in[i])) {
      int c = in[i] >= 0 ? in[i] : Utf8Chars.codePoint(in, i);
      if (!WhiteSpace.isInvisible(c)) {
        return WhiteSpace.isBlank(c);
      }
    }
    return false;
  }
}
