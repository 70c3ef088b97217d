package dev.crawlsieve.core.html;

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

  /** What makes a small letter of a capital, and of most signs another one. */
  private static final long SMALL = 0x2020202020202020L;

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

  /** The eight bytes from some place on, the first of them in the lowest. */
  static long eight(byte[] utf8, int at) {
    return (long) LONG.get(utf8, at);
  }

  // Eight bytes at a time (Hacker's Delight, 6-1; the tricks of Knuth's volume 4A, 7.1.3): where a
  // byte of x is 0, x - ONES borrows, and so sets the highest bit of that byte; ~x leaves those out
  // whose highest bit was set before. A borrow may go on into higher bytes, so that only the lowest
  // bit that is set is sure to be right: it is the first byte in memory, the one asked for.

  /** The highest bit of the first byte that is an ASCII character; 0 if none is. */
  static long first(long eight, char wanted) {
    long difference = eight ^ (wanted * ONES);
    return (difference - ONES) & ~difference & HIGH;
  }

  /** The highest bit of the first byte that is a control character or a blank; 0 if none is. */
  private static long firstBlank(long eight) {
    return (eight - ('!' * ONES)) & ~eight & HIGH;
  }

  /** How many bytes stand before the one whose highest bit is set; 8 if none is. */
  static int before(long first) {
    return Long.numberOfTrailingZeros(first) >>> 3;
  }

  /** All bits up to the first one that is set. */
  static long upTo(long first) {
    return first ^ (first - 1);
  }

  /** How many of eight bytes come before what may end a tag's name; 8 if none does. */
  static int nameLength(long eight) {
    return before(firstBlank(eight) | first(eight, '>') | first(eight, '/'));
  }

  /** How many of eight bytes come before what may end an attribute's name; 8 if none does. */
  static int attributeLength(long eight) {
    return before(firstBlank(eight) | first(eight, '=') | first(eight, '>') | first(eight, '/'));
  }

  /** The first bytes of eight, fewer than all, as {@link NameTable} has them. */
  static long head(long eight, int length) {
    return eight & ((1L << (length << 3)) - 1);
  }

  /** The same, of a name that holds no control characters, with small letters for capitals. */
  static long lowerHead(long eight, int length) {
    return head(eight | SMALL, length);
  }

  /** The first of an ASCII character, or the end. */
  static int find(byte[] utf8, int from, int end, char wanted) {
    int i = from;
    for (; i + 8 <= end; i += 8) {
      long first = first(eight(utf8, i), wanted);
      if (first != 0) {
        return i + before(first);
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
    if (i < to) {
      hash = (hash ^ rest(utf8, i, to)) * MULTIPLIER;
      hash ^= hash >>> 29;
    }
    return hash ^ (hash >>> 32);
  }

  /** Fewer than eight bytes, the first of them in the lowest. */
  private static long rest(byte[] utf8, int from, int to) {
    if (from + Long.BYTES <= utf8.length) {
      return head(eight(utf8, from), to - from);
    }
    long rest = 0;
    for (int i = to - 1; i >= from; i--) {
      rest = rest << Byte.SIZE | (utf8[i] & 0xff);
    }
    return rest;
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
