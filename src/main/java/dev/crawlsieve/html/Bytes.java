package dev.crawlsieve.html;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** What single bytes are to markup. */
final class Bytes {

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long ONES = 0x0101010101010101L;
  private static final long MULTIPLIER = 0x9e3779b97f4a7c15L;
  private static final long HIGH = 0x8080808080808080L;

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

  /** Whether no name of a tag goes on here. */
  static boolean endsName(byte c) {
    return (CLASSES[c & 0xff] & NAME_END) != 0;
  }

  static boolean isLetter(byte c) {
    return (CLASSES[c & 0xff] & LETTER) != 0;
  }

  static boolean isDigit(byte c) {
    return (CLASSES[c & 0xff] & DIGIT) != 0;
  }

  static boolean areBlank(byte[] utf8, int from, int to) {
    for (int i = from; i < to; i++) {
      if (!isBlank(utf8[i])) {
        return false;
      }
    }
    return true;
  }

  /** The first of an ASCII character, or the end. */
  static int find(byte[] utf8, int from, int end, char wanted) {
    int i = from;
    long eightWanted = wanted * ONES;
    // Eight at a time: a byte that is the one wanted becomes 0, and only a 0 borrows.
    for (; i + 8 <= end; i += 8) {
      long difference = (long) LONG.get(utf8, i) ^ eightWanted;
      long zeros = (difference - ONES) & ~difference & HIGH;
      if (zeros != 0) {
        return i + (Long.numberOfTrailingZeros(zeros) >>> 3);
      }
    }
    while (i < end && utf8[i] != wanted) {
      i++;
    }
    return i;
  }

  /** 64 bits in which every bit depends on every byte. */
  static long hash(byte[] utf8, int from, int to) {
    long hash = (to - from) * MULTIPLIER;
    int i = from;
    for (; i + 8 <= to; i += 8) {
      hash = (hash ^ (long) LONG.get(utf8, i)) * MULTIPLIER;
      hash ^= hash >>> 29;
    }
    for (; i < to; i++) {
      hash = (hash ^ (utf8[i] & 0xff)) * MULTIPLIER;
      hash ^= hash >>> 29;
    }
    return hash ^ (hash >>> 32);
  }

  /** Whether a lower-case ASCII word stands here, in whatever case. */
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
