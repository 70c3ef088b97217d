package dev.crawlsieve.core.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/**
 * Collects texts in UTF-8, one after the other, and converts each to normal form C as it is added,
 * as {@link NormalForm#of} does for a string.
 *
 * <p>Marks are common in many scripts, but rarely change. Marks that are only out of order, as the
 * points of Hebrew may be, are sorted in place. Otherwise, only those letters are normalised whose
 * marks may change. Not thread-safe.
 */
public final class NormalText {

  /** The first byte of the first combining mark in UTF-8. */
  private static final byte FIRST_LEAD = (byte) 0xcc;

  private byte[] out;
  private int length;

  /**
   * Contains no text yet.
   *
   * @param bytes the approximate length of all texts together
   */
  public NormalText(int bytes) {
    out = new byte[bytes];
  }

  /** The text {@code utf8[0, length)}, as defined by {@link Utf8Chars}, in normal form C. */
  public static Utf8Text of(byte[] utf8, int length) {
    NormalText normal = new NormalText(length);
    normal.add(utf8, 0, length);
    return Utf8Text.of(Arrays.copyOf(normal.out, normal.length));
  }

  /** The bytes of the texts so far, in {@code [0, length())}; valid until another text is added. */
  public byte[] utf8() {
    return out;
  }

  /** The length of the texts so far, in bytes. */
  public int length() {
    return length;
  }

  /** Adds {@code utf8[from, to)} as it is. */
  public void addNormal(byte[] utf8, int from, int to) {
    copy(utf8, from, to);
  }

  /**
   * Adds {@code utf8[from, to)}, as defined by {@link Utf8Chars}, in normal form C; an unpaired
   * surrogate becomes {@code ?}.
   */
  public void add(byte[] utf8, int from, int to) {
    int copied = from;
    int letter = from; // offset of the last character of the kind STARTS
    int starter = -1; // offset of the last character of class 0 since then
    int last = 0; // combining class of the previous character
    int marks = 0; // number of marks after the letter, decomposed
    int i = from;
    while (i < to) {
      byte first = utf8[i];
      int c = first >= 0 ? first : first < FIRST_LEAD ? 0x80 : Utf8Chars.codePoint(utf8, i);
      int next = i + Utf8Chars.length(first);
      int kind = NormalForm.kind(c);
      if (kind == NormalForm.STARTS) {
        letter = i;
        starter = i;
        last = 0;
        marks = 0;
        i = next;
        continue;
      }
      boolean unclassed = kind >= NormalForm.ONE_MARK && kind <= NormalForm.THREE_MARKS;
      boolean mayChange = kind == NormalForm.MAY_CHANGE;
      int combining = unclassed ? 0 : mayChange ? NormalForm.combiningClass(c) : kind;
      marks += unclassed ? kind - NormalForm.ONE_MARK + 1 : 1;
      boolean sorted = combining == 0 || combining >= last;
      int base = starter < 0 || (sorted && !mayChange) ? -1 : Utf8Chars.character(utf8, starter);
      boolean normal =
          marks <= StreamSafe.MOST
              && (!mayChange || (base >= 0 && NormalForm.stays(base, c)))
              && (sorted || (base >= 0 && !NormalForm.hasParts(base)));
      if (!normal) {
        next = endOfCluster(utf8, next, to);
        if (copied > letter) {
          length -= copied - letter; // takes back marks that were sorted
        } else {
          copy(utf8, copied, letter);
        }
        byte[] changed = NormalForm.of(Utf8Chars.decode(utf8, letter, next)).getBytes(UTF_8);
        copy(changed, 0, changed.length);
        copied = next;
      } else if (sorted) {
        last = combining;
        starter = combining == 0 ? i : starter;
      } else {
        copy(utf8, copied, i);
        insert(utf8, i, next, combining);
        copied = next;
      }
      i = next;
    }
    copy(utf8, copied, to);
  }

  /** Inserts a mark before those marks at the end that are of a higher class. */
  private void insert(byte[] utf8, int from, int to, int combining) {
    int at = length;
    while (true) {
      int before = at - 1;
      while ((out[before] & 0xc0) == 0x80) {
        before--;
      }
      if (NormalForm.combiningClass(Utf8Chars.character(out, before)) <= combining) {
        break;
      }
      at = before;
    }
    ensureRoom(to - from);
    System.arraycopy(out, at, out, at + to - from, length - at);
    System.arraycopy(utf8, from, out, at, to - from);
    length += to - from;
  }

  private void copy(byte[] utf8, int from, int to) {
    ensureRoom(to - from);
    System.arraycopy(utf8, from, out, length, to - from);
    length += to - from;
  }

  private void ensureRoom(int more) {
    if (out.length - length < more) {
      out = Arrays.copyOf(out, out.length + out.length / 8 + more);
    }
  }

  /** The offset of the next character of the kind {@link NormalForm#STARTS}. */
  private static int endOfCluster(byte[] utf8, int from, int to) {
    int i = from;
    while (i < to && NormalForm.kind(Utf8Chars.character(utf8, i)) != NormalForm.STARTS) {
      i += Utf8Chars.length(utf8[i]);
    }
    return i;
  }
}
