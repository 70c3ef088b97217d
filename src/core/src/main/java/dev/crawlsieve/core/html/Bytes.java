package dev.crawlsieve.core.html;

import dev.crawlsieve.core.text.EightAscii;

/** Classifies bytes of markup, one byte or eight at a time. */
final class Bytes {

  private static final long MULTIPLIER = 0x9e3779b97f4a7c15L;

  /**
   * The bits that turn capitals into lower-case letters; setting them also changes most
   * punctuation.
   */
  private static final long SMALL = 0x20 * EightAscii.ONES;

  private static final byte BLANK = 1;
  private static final byte NAME_END = 1 << 1;
  private static final byte LETTER = 1 << 2;
  private static final byte DIGIT = 1 << 3;

  private static final byte[] CLASSES = new byte[256];

  static {
    for (char blank : "\t\n\f\r ".toCharArray()) {
      CLASSES[blank] |= BLANK | NAME_END;
    }
    CLASSES['/'] |= NAME_END;
    CLASSES['>'] |= NAME_END;
    for (int c = 0; c < 26; c++) {
      CLASSES['a' + c] |= LETTER;
      CLASSES['A' + c] |= LETTER;
    }
    for (int c = '0'; c <= '9'; c++) {
      CLASSES[c] |= DIGIT;
    }
  }

  private Bytes() {}

  static boolean isBlank(byte c) {
    return (CLASSES[c & 0xff] & BLANK) != 0;
  }

  /** Offset of the first byte that is not blank, or {@code end}. */
  static int skipBlanks(byte[] utf8, int from, int end) {
    int i = from;
    while (i < end && isBlank(utf8[i])) {
      i++;
    }
    return i;
  }

  /** Whether this byte ends the name of a tag. */
  static boolean endsName(byte c) {
    return (CLASSES[c & 0xff] & NAME_END) != 0;
  }

  static boolean isLetter(byte c) {
    return (CLASSES[c & 0xff] & LETTER) != 0;
  }

  static boolean isDigit(byte c) {
    return (CLASSES[c & 0xff] & DIGIT) != 0;
  }

  /** A mask whose lowest bit marks the first control character or blank; 0 if there is none. */
  private static long firstBlank(long eight) { // see EightAscii#firstEqual
    return (eight - ('!' * EightAscii.ONES)) & ~eight & EightAscii.EACH;
  }

  /** A mask of all bits up to and including the lowest one set. */
  static long upTo(long first) {
    return first ^ (first - 1);
  }

  /** Number of bytes before the first that may end a tag's name; 8 if none does. */
  static int nameLength(long eight) {
    return EightAscii.before(
        firstBlank(eight) | EightAscii.firstEqual(eight, '>') | EightAscii.firstEqual(eight, '/'));
  }

  /** Number of bytes before the first that may end an attribute's name; 8 if none does. */
  static int attributeLength(long eight) {
    return EightAscii.before(
        firstBlank(eight)
            | EightAscii.firstEqual(eight, '=')
            | EightAscii.firstEqual(eight, '>')
            | EightAscii.firstEqual(eight, '/'));
  }

  /** The first {@code length} of eight bytes, at most seven, packed as in {@link NameTable}. */
  static long head(long eight, int length) {
    return eight & ((1L << (length << 3)) - 1);
  }

  /**
   * The first {@code length} of eight bytes in lower case, for a name without control characters.
   */
  static long lowerHead(long eight, int length) {
    return head(eight | SMALL, length);
  }

  /**
   * A 64-bit hash in which every bit depends on every byte. Anyone can find other bytes with the
   * same hash, so it only tells where to look.
   */
  static long hash(byte[] utf8, int from, int to) {
    long hash = (to - from) * MULTIPLIER;
    int i = from;
    for (; i + 8 <= to; i += 8) {
      hash = (hash ^ EightAscii.load(utf8, i)) * MULTIPLIER;
      hash ^= hash >>> 29;
    }
    if (i < to) {
      hash = (hash ^ rest(utf8, i, to)) * MULTIPLIER;
      hash ^= hash >>> 29;
    }
    return hash ^ (hash >>> 32);
  }

  /** Fewer than eight bytes as a number, the first byte lowest. */
  private static long rest(byte[] utf8, int from, int to) {
    if (from + Long.BYTES <= utf8.length) {
      return head(EightAscii.load(utf8, from), to - from);
    }
    long rest = 0;
    for (int i = to - 1; i >= from; i--) {
      rest = rest << Byte.SIZE | (utf8[i] & 0xff);
    }
    return rest;
  }

  /** Whether an ASCII word, given in lower case, is at this offset, in upper or lower case. */
  static boolean standsAt(byte[] utf8, int from, int end, String word) {
    if (end - from < word.length()) {
      return false;
    }
    for (int i = 0; i < word.length(); i++) {
      int c = utf8[from + i];
      if (c != word.charAt(i) && (c < 'A' || c > 'Z' || (c | 0x20) != word.charAt(i))) {
        return false;
      }
    }
    return true;
  }
}
