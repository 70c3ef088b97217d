package dev.crawlsieve.core.name;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Distinct words in a stored name, in ascending order (unsigned).
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

  /** How many words are not numbers. */
  int letters() {
    int letters = 0;
    for (int i = 0; i < count; i++) {
      letters += isNumber(word(i)) ? 0 : 1;
    }
    return letters;
  }

  /** Whether each has a word, numbers left out, that the other one lacks. */
  boolean differ(Words other) {
    int common = common(other);
    return common < letters() && common < other.letters();
  }

  /** Whether each has a word, numbers included, that the other one lacks. */
  boolean contradict(Words other) {
    int common = common(other, true);
    return common < count && common < other.count;
  }

  /** Whether one has all words of the other one, and the same numbers. */
  boolean extend(Words other) {
    return !contradict(other) && count - letters() == other.count - other.letters();
  }

  /** Whether each has a number that the other one lacks. */
  boolean numbersContradict(Words other) {
    int common = common(other, true) - common(other, false);
    return common < count - letters() && common < other.count - other.letters();
  }

  /** Whether only their numbers differ, and each has one that the other one lacks. */
  boolean differInNumbers(Words other) {
    return sameLetters(other) && numbersContradict(other);
  }

  /** Whether they are the same words, numbers left out. */
  boolean sameLetters(Words other) {
    int common = common(other);
    return common == letters() && common == other.letters();
  }

  /** Whether they are the same words, numbers included. */
  boolean same(Words other) {
    return Arrays.equals(
        record, at, at + 2 * count, other.record, other.at, other.at + 2 * other.count);
  }

  /** How many words, numbers left out, are also among others. */
  int common(Words other) {
    return common(other, false);
  }

  private int common(Words other, boolean numbers) {
    int common = 0;
    int i = 0;
    int j = 0;
    while (i < count && j < other.count) {
      int difference = word(i) - other.word(j);
      common += difference == 0 && (numbers || !isNumber(word(i))) ? 1 : 0;
      i += difference <= 0 ? 1 : 0;
      j += difference >= 0 ? 1 : 0;
    }
    return common;
  }
}
