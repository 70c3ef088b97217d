package dev.crawlsieve.core.maintext;

/**
 * Maps words to bits. Words are looked up by their hash (FNV-1a, 64 bits), so none has to be copied
 * out of its text. Words with equal hashes are treated as equal. This is safe, since the table
 * never changes, and an author who finds another word with the hash of one in the table could as
 * well write that word.
 */
final class WordTable {

  /** The hash of the empty word. */
  static final long START = 0xcbf29ce484222325L;

  private static final int SLOTS = 1 << 11;

  private final long[] words = new long[SLOTS];
  private final int[] bits = new int[SLOTS];

  /** The hash of a word with one more letter. */
  static long next(long word, char letter) {
    return (word ^ letter) * 0x100000001b3L;
  }

  void put(String word, int value) {
    int slot = slot(hash(word));
    words[slot] = hash(word);
    bits[slot] = value;
  }

  int get(String word) {
    return get(hash(word));
  }

  /** The bits of the word with this hash, or 0 if it is not in the table. */
  int get(long word) {
    return bits[slot(word)];
  }

  private int slot(long word) {
    int slot = (int) (word ^ (word >>> 32)) & (SLOTS - 1);
    while (words[slot] != 0 && words[slot] != word) {
      slot = (slot + 1) & (SLOTS - 1);
    }
    return slot;
  }

  private static long hash(String word) {
    long hash = START;
    for (int i = 0; i < word.length(); i++) {
      hash = next(hash, word.charAt(i));
    }
    return hash;
  }
}
