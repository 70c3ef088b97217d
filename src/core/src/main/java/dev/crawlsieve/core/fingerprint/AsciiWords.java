package dev.crawlsieve.core.fingerprint;

import dev.crawlsieve.core.text.EightAscii;
import java.util.Arrays;

/**
 * Finds and hashes the words of ASCII text as {@link WordTokenizer} does, many at a time. Not
 * thread-safe.
 */
final class AsciiWords implements HashSink {

  // A loop that steps through the characters up to the end of each word mispredicts a branch for
  // almost every word, which takes as long as hashing it. So there are three loops that hardly ever
  // do. First, 64 characters become 64 bits that say which belong to words, and a shift shows where
  // words begin and end (as Langdale and Lemire find the structure of JSON, "Parsing gigabytes of
  // JSON per second", VLDB Journal 28, 2019), eight bytes of a long at a time as Lamport does (CACM
  // 18(8), 1975). Then the words are sorted by length. Then those of one length are hashed in a
  // row, so that the loop over a word runs as long as the one before, and the multiplications of
  // several words overlap.
  /** Moves the lowest bit of each byte into the highest byte, in order. */
  private static final long GATHER = 0x0102040810204080L;

  private static final int BITS = Long.SIZE;

  /** With more borders than this there is no room for those of another {@link #BITS} characters. */
  private static final int MOST = 2 * BLOCK - BITS;

  /** Words of at least this length are sorted as one length. */
  private static final int LONGEST = 16;

  private final boolean fold;
  private final long seed;
  private final byte[] folded = new byte[0x80];
  private final byte[] rest = new byte[BITS];

  /**
   * Alternating positions: where a word begins, where it ends, where the next one begins, and so
   * on.
   */
  private final int[] borders = new int[2 * BLOCK + 1];

  private final int[] order = new int[BLOCK];
  private final int[] places = new int[LONGEST + 2];
  private final long[] hashes = new long[BLOCK];

  /** Hash states of the words in order of length. */
  private final long[] states = new long[BLOCK];

  private final long[] eights = new long[BLOCK];
  private byte[] text;
  private HashSink sink;
  private int found;
  private int flushed;

  AsciiWords(boolean fold, HashKeys keys) {
    this.fold = fold;
    seed = keys.token();
    int[] entries = CharTable.folding(fold).entries();
    for (int c = 0; c < folded.length; c++) {
      folded[c] = (byte) CharTable.folded(entries[c]);
    }
  }

  /** The first byte that is not ASCII, or the end. */
  static int end(byte[] text, int from) {
    int i = from;
    while (i + Long.BYTES <= text.length && (EightAscii.load(text, i) & EightAscii.EACH) == 0) {
      i += Long.BYTES;
    }
    while (i < text.length && text[i] >= 0) {
      i++;
    }
    return i;
  }

  /**
   * Begins a text. Its stretches of ASCII are then scanned and the tokens in between accepted, in
   * order.
   *
   * @param sink receives the hashes of all tokens
   */
  void begin(byte[] text, HashSink sink) {
    this.text = text;
    this.sink = sink;
    found = 0;
    flushed = 0;
  }

  /** Ends the text and returns how many tokens it had. */
  int finish() {
    if (found > 0) {
      flush();
    }
    text = null;
    sink = null;
    return flushed;
  }

  /** Accepts tokens that are already hashed, and stores them as words of length 0. */
  @Override
  public void accept(long[] tokens, int count) {
    for (int i = 0; i < count; i++) {
      hashes[found / 2] = tokens[i];
      borders[found++] = 0;
      borders[found++] = 0;
      if (found > MOST) {
        flush();
      }
    }
  }

  /** Scans a stretch of the text that neither begins nor ends inside a word, and must be ASCII. */
  void scan(int from, int to) {
    byte[] text = this.text;
    long before = 0; // 1 if the character before is a letter or digit
    long open = 0; // 1 if it belongs to a word
    for (int at = from; at < to; at += BITS) {
      byte[] in = text;
      int start = at;
      if (to - at < BITS) {
        Arrays.fill(rest, (byte) 0);
        System.arraycopy(text, at, rest, 0, to - at);
        in = rest;
        start = 0;
      }
      long letters = 0;
      long joiners = 0;
      for (int i = 0; i < BITS; i += Long.BYTES) {
        long eight = EightAscii.load(in, start + i);
        letters |= gathered(EightAscii.alphanumeric(eight)) << i;
        joiners |= gathered(joiners(eight)) << i;
      }
      long after = letters >>> 1;
      if (at + BITS < to) {
        after |= EightAscii.alphanumeric(text[at + BITS]) << (BITS - Byte.SIZE) & Long.MIN_VALUE;
      }
      long inWord = letters | (joiners & (letters << 1 | before) & after);
      int count = found;
      for (long left = inWord ^ (inWord << 1 | open); left != 0; left &= left - 1) {
        borders[count++] = at + Long.numberOfTrailingZeros(left);
      }
      found = count;
      before = letters >>> (BITS - 1);
      open = inWord >>> (BITS - 1);
      if (found > MOST) {
        flush();
      }
    }
    if (open != 0) {
      borders[found++] = to;
    }
  }

  /** Passes on all complete words. */
  private void flush() {
    int words = found / 2;
    hash(words);
    sink.accept(hashes, words);
    flushed += words;
    borders[0] = borders[Math.max(0, found - 1)];
    found &= 1;
  }

  private static long joiners(long eight) {
    return EightAscii.equal(eight, '\'') | EightAscii.equal(eight, '_');
  }

  private static long gathered(long highest) {
    return ((highest >>> 7) * GATHER) >>> (BITS - Byte.SIZE);
  }

  private void hash(int words) {
    sort(words);
    Arrays.fill(states, 0, words, seed);
    for (int from = 0; from < LONGEST; from += Long.BYTES) {
      gather(from, words);
      for (int at = from; at < from + Long.BYTES; at++) {
        step(states, eights, places[at], words, (at - from) * Byte.SIZE);
      }
    }
    for (int i = places[LONGEST - 1]; i < words; i++) {
      stepOn(i);
    }
    TokenHash.mix(states, words);
    for (int i = places[0]; i < words; i++) {
      hashes[order[i]] = states[i];
    }
  }

  /** Gathers the next eight characters of each word that is longer than {@code from}. */
  private void gather(int from, int words) {
    int first = places[from];
    for (int i = first; i < words; i++) {
      int start = borders[2 * order[i]] + from;
      eights[i] =
          start + Long.BYTES <= text.length ? EightAscii.load(text, start) : last(text, start);
    }
    if (fold) {
      for (int i = first; i < words; i++) {
        long eight = eights[i];
        // Among word characters, only letters and the underscore have bit 0x40. Setting bit 0x20
        // makes capitals lower-case but would change the underscore.
        long letters = eight & ~EightAscii.equal(eight, '_') >>> 1 & 0x40 * EightAscii.ONES;
        eights[i] = eight | letters >>> 1;
      }
    }
  }

  /** The last bytes, fewer than eight. */
  private static long last(byte[] text, int start) {
    long last = 0;
    for (int i = text.length - 1; i >= start; i--) {
      last = last << Byte.SIZE | (text[i] & 0xff);
    }
    return last;
  }

  private static void step(long[] states, long[] eights, int from, int to, int shift) {
    for (int i = from; i < to; i++) {
      states[i] = TokenHash.step(states[i], eights[i] >>> shift & 0xff);
    }
  }

  /** Hashes the rest of a long word, character by character. */
  private void stepOn(int i) {
    long state = states[i];
    int end = borders[2 * order[i] + 1];
    for (int at = borders[2 * order[i]] + LONGEST; at < end; at++) {
      state = TokenHash.step(state, folded[text[at]]);
    }
    states[i] = state;
  }

  /** Sorts words by length; afterwards {@code places} holds where each length ends. */
  private void sort(int words) {
    Arrays.fill(places, 0);
    for (int word = 0; word < words; word++) {
      places[length(word) + 1]++;
    }
    for (int length = 1; length <= LONGEST; length++) {
      places[length + 1] += places[length];
    }
    for (int word = 0; word < words; word++) {
      order[places[length(word)]++] = word;
    }
  }

  private int length(int word) {
    return Math.min(borders[2 * word + 1] - borders[2 * word], LONGEST);
  }
}
