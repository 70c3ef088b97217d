package dev.crawlsieve.core.name;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The words of a title or a heading in a stored name, in their order.
 *
 * @param record the record that the name is in
 * @param at index of the first word
 * @param count how many there are
 */
record Words(byte[] record, int at, int count) {

  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);

  /** Whether a word is a number. */
  static boolean isNumber(int word) {
    return (word & 1) != 0;
  }

  private int word(int i) {
    return (short) SHORT.get(record, at + 2 * i) & 0xffff;
  }

  /** Whether they are the same words, numbers included. */
  boolean same(Words other) {
    return Arrays.equals(
        record, at, at + 2 * count, other.record, other.at, other.at + 2 * other.count);
  }

  /** Whether one has all words of the other one in their order, and the same numbers. */
  boolean extend(Words other) {
    return sameOf(other, true) && (isWithin(other) || other.isWithin(this));
  }

  /** Whether they are the same words in the same order, numbers left out. */
  boolean sameLetters(Words other) {
    return sameOf(other, false);
  }

  /** Whether only their numbers differ. */
  boolean differInNumbers(Words other) {
    return sameLetters(other) && !sameOf(other, true);
  }

  private boolean isWithin(Words other) {
    int i = 0;
    for (int j = 0; i < count && j < other.count; j++) {
      i += word(i) == other.word(j) ? 1 : 0;
    }
    return i == count;
  }

  /** Whether the words that are numbers, or those that are not, are the same. */
  private boolean sameOf(Words other, boolean numbers) {
    int i = next(0, numbers);
    int j = other.next(0, numbers);
    while (i < count && j < other.count && word(i) == other.word(j)) {
      i = next(i + 1, numbers);
      j = other.next(j + 1, numbers);
    }
    return i >= count && j >= other.count;
  }

  private int next(int from, boolean number) {
    int i = from;
    while (i < count && isNumber(word(i)) != number) {
      i++;
    }
    return i;
  }
}
