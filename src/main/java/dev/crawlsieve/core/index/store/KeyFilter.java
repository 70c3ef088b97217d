package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.index.Keys;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Says of most keys that are not in a table that they are not: a ribbon filter of r columns.
 *
 * <p>Dillinger, Hübschle-Schneider, Sanders, Walzer: Fast Succinct Retrieval and Approximate
 * Membership using Ribbon, SEA 2022, in its homogeneous form. About one absent key in 2^r passes,
 * for 1.1 · r bits a key; no key is ever refused that is there. Never changes.
 */
final class KeyFilter {

  // A column is a row of bits, its slots. A key stands for a slot and 64 coefficients, by its hash;
  // it passes if in each column those of the 64 slots from there on that have a coefficient sum up
  // to an even number. The builder solves the equations of all keys that are there, so that each
  // has a sum of zero, as a band of 64 diagonals; slots that are left free are random, so that any
  // other key's sums are. A column less only lets twice as many pass.
  //
  // Keys are well mixed, and come in order: by their high bits they are cut into chunks of some
  // thousand, each a filter of its own, so that building takes little memory and stays in the
  // cache. Slots stand in blocks of 64, a word for each column one after the other, so that a look
  // costs one or two cache misses. The hash is seeded, so nobody can choose keys that fill a band.

  /** More columns are not worth their room. */
  static final int MOST_COLUMNS = 7;

  private static final double SLOTS_PER_KEY = 1.07;
  private static final int MORE_SLOTS = 30;
  private static final int CHUNK_KEYS = 2048; // on average, or up to twice as many
  private static final int MOST_CHUNK_BITS = 18;
  private static final int MOST_CHUNK_KEYS = 1 << 16;
  private static final int SLOTS = Long.SIZE; // of a block
  private static final int OBJECT_BYTES = 40 + 2 * LongPages.ARRAY_BYTES;
  private static final int HEADER_BYTES = 2 + Long.BYTES;
  private static final long ODD = 0x9e3779b97f4a7c15L;
  private static final long SEED = new SplittableRandom().nextLong();

  private final long seed;
  private final int columns;
  private final int chunkBits;
  private final int[] starts; // of each chunk its first block, and one more
  private final long[] words; // by block, of each column one

  private KeyFilter(long seed, int columns, int chunkBits, int[] starts, long[] words) {
    this.seed = seed;
    this.columns = columns;
    this.chunkBits = chunkBits;
    this.starts = starts;
    this.words = words;
  }

  /** Heap bytes of a filter, about. */
  static double bytes(int columns, long keys) {
    double slots = SLOTS_PER_KEY * keys + (MORE_SLOTS + SLOTS / 2.0) * (1L << chunkBits(keys));
    return OBJECT_BYTES + columns * slots / Byte.SIZE;
  }

  private static int chunkBits(long keys) {
    int bits = 63 - Long.numberOfLeadingZeros(Math.max(1, keys / CHUNK_KEYS));
    return Math.min(MOST_CHUNK_BITS, bits);
  }

  /** Takes keys in their order, unsigned. */
  static final class Builder {

    private final long seed;
    private final int columns;
    private final int chunkBits;
    private final int[] starts;
    private int[] keys; // of the chunk
    private int size;
    private int chunk;
    private boolean many; // keys of the chunk
    private int blocks;
    private long[] words;
    private long[] rows = {};

    /**
     * @param columns r, 1 to {@link #MOST_COLUMNS}
     * @param keys how many there will be, about
     */
    Builder(int columns, long keys) {
      this(columns, keys, SEED);
    }

    Builder(int columns, long keys, long seed) {
      this.seed = seed;
      this.columns = columns;
      chunkBits = chunkBits(keys);
      this.keys = new int[(int) Math.min(2 * CHUNK_KEYS, keys + 1)];
      starts = new int[(1 << chunkBits) + 1];
      words = new long[columns * (int) Math.min(1 << 24, 2 + keys / SLOTS)];
    }

    void add(int key) {
      int own = Keys.top(key, chunkBits);
      while (chunk < own) {
        endChunk();
      }
      if (size > 0 && keys[size - 1] == key) {
        return;
      }
      if (size == MOST_CHUNK_KEYS) {
        many = true;
        return;
      }
      if (size == keys.length) {
        keys = Arrays.copyOf(keys, Math.min(MOST_CHUNK_KEYS, 2 * size));
      }
      keys[size++] = key;
    }

    /** The filter of the keys that were added. */
    KeyFilter build() {
      while (chunk < 1 << chunkBits) {
        endChunk();
      }
      return new KeyFilter(
          seed, columns, chunkBits, starts, Arrays.copyOf(words, columns * blocks));
    }

    private void endChunk() {
      if (many) {
        addBlocks(1); // of zeros: all pass
      } else if (size > 0) {
        int first = blocks;
        addBlocks((int) Math.ceil((SLOTS_PER_KEY * size + MORE_SLOTS) / SLOTS));
        band(SLOTS * (blocks - first));
        solve(first);
      }
      starts[++chunk] = blocks;
      size = 0;
      many = false;
    }

    private void addBlocks(int more) {
      blocks = Math.addExact(blocks, more);
      int needed = Math.multiplyExact(columns, blocks);
      if (needed > words.length) {
        words = Arrays.copyOf(words, Math.max(needed, words.length + words.length / 4));
      }
    }

    /** Brings the equations of the chunk's keys into a band, each slot with one at most. */
    private void band(int slots) {
      if (rows.length < slots) {
        rows = new long[slots];
      }
      Arrays.fill(rows, 0, slots, 0);
      for (int i = 0; i < size; i++) {
        long hash = hash(keys[i], seed);
        int at = slot(hash, slots);
        long row = coefficients(hash);
        while (rows[at] != 0) {
          row ^= rows[at];
          if (row == 0) {
            break; // follows from others
          }
          int moved = Long.numberOfTrailingZeros(row);
          row >>>= moved;
          at += moved;
        }
        if (row != 0) {
          rows[at] = row;
        }
      }
    }

    /** Solves the equations, from the last slot to the first. */
    private void solve(int first) {
      long[] solved = new long[columns]; // of each column, the 64 slots from there on
      for (int at = SLOTS * (blocks - first) - 1; at >= 0; at--) {
        long row = rows[at];
        long free = row == 0 ? Keys.mix(seed ^ ((long) first << 32 | at)) : 0;
        for (int c = 0; c < columns; c++) {
          long after = solved[c] << 1;
          solved[c] = after | ((Long.bitCount(after & row) ^ (free >>> c)) & 1);
        }
        if (at % SLOTS == 0) {
          System.arraycopy(solved, 0, words, columns * (first + at / SLOTS), columns);
        }
      }
    }
  }

  private static long hash(int key, long seed) {
    return Keys.mix(key ^ seed);
  }

  /** The first slot of a key. */
  private static int slot(long hash, int slots) {
    return (int) (((hash >>> 32) * (slots - SLOTS + 1)) >>> 32);
  }

  /** Of that slot it is 1. */
  private static long coefficients(long hash) {
    return (hash * ODD) | 1;
  }

  /** A filter of its stored form. */
  static KeyFilter decode(byte[] stored) {
    ByteBuffer fields = ByteBuffer.wrap(stored);
    int columns = fields.get();
    int chunkBits = fields.get();
    long seed = fields.getLong();
    int[] starts = new int[(1 << chunkBits) + 1];
    fields.asIntBuffer().get(starts);
    fields.position(fields.position() + Integer.BYTES * starts.length);
    long[] words = new long[fields.remaining() / Long.BYTES];
    fields.asLongBuffer().get(words);
    return new KeyFilter(seed, columns, chunkBits, starts, words);
  }

  /**
   * The stored form: r (u8), log2 of the number of chunks (u8), the seed (u64), the first block of
   * each chunk (i32) and the number of blocks (i32), and the words (u64), big-endian.
   */
  byte[] encode() {
    ByteBuffer fields =
        ByteBuffer.allocate(
            HEADER_BYTES + Integer.BYTES * starts.length + Long.BYTES * words.length);
    fields.put((byte) columns).put((byte) chunkBits).putLong(seed);
    fields.asIntBuffer().put(starts);
    fields.position(fields.position() + Integer.BYTES * starts.length);
    fields.asLongBuffer().put(words);
    return fields.array();
  }

  /** Number of columns, r. */
  int columns() {
    return columns;
  }

  /** A filter of the same keys with one column less, of which there must be two. */
  KeyFilter narrower() {
    int fewer = columns - 1;
    long[] left = new long[words.length / columns * fewer];
    for (int block = 0; block < words.length / columns; block++) {
      System.arraycopy(words, columns * block, left, fewer * block, fewer);
    }
    return new KeyFilter(seed, fewer, chunkBits, starts, left);
  }

  /** 0 if the key is surely not there, or else 1. */
  int mayHold(int key) {
    // Without branches that what is read decides, so that the cache misses of many keys overlap.
    int chunk = Keys.top(key, chunkBits);
    int slots = SLOTS * (starts[chunk + 1] - starts[chunk]);
    if (slots == 0) {
      return 0;
    }
    long hash = hash(key, seed);
    int slot = slot(hash, slots);
    int shift = slot % SLOTS;
    long here = coefficients(hash) << shift;
    long next = coefficients(hash) >>> 1 >>> (SLOTS - 1 - shift); // or a shift by 64 were one by 0
    int block = columns * (starts[chunk] + slot / SLOTS);
    int after = Math.min(block + columns, words.length - columns); // any one, if next is 0
    int odd = 0;
    for (int c = 0; c < columns; c++) {
      long sum = (words[block + c] & here) ^ (words[after + c] & next); // only the number counts
      odd |= Long.bitCount(sum);
    }
    return ~odd & 1;
  }

  /** Heap bytes. */
  long bytes() {
    return OBJECT_BYTES + (long) Integer.BYTES * starts.length + (long) Long.BYTES * words.length;
  }
}
