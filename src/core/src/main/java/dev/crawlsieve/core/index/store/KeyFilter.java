package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.index.Keys;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * A ribbon filter of r columns: rejects most absent keys, never a present one. Immutable.
 *
 * <p>Dillinger, Hübschle-Schneider, Sanders, Walzer: Fast Succinct Retrieval and Approximate
 * Membership using Ribbon, SEA 2022, in its homogeneous form. About one absent key in 2^r passes,
 * at 1.1 · r bits per key.
 *
 * @param columns r
 * @param chunkBits log2 of the number of chunks
 * @param starts number of the first block of each chunk, then the number of blocks
 * @param words the bits of the columns, ordered by block, then by column
 */
record KeyFilter(long seed, int columns, int chunkBits, int[] starts, long[] words) {

  // A column is a sequence of bits, called slots. A key's hash gives a first slot and 64
  // coefficients (bits) for the 64 slots from there on. The key passes if, in each column, the sum
  // (xor) of the slots with coefficient 1 is 0. The builder chooses the slots so that these sums
  // are 0 for all keys of the filter: it solves their linear equations, a band matrix of width 64.
  // Slots that the equations leave free are random, so an absent key's sum is random in each
  // column. A filter stays valid without one of its columns, but lets twice as many absent keys
  // pass.
  //
  // Keys are well mixed and come in order. Their high bits divide them into chunks of a few
  // thousand keys, each with its own filter, so building takes little memory and stays in the
  // cache. Slots are stored in blocks of 64, in which the columns' words are adjacent, so a query
  // costs one or two cache misses. The hash is seeded at random, so nobody can choose keys that
  // fill a band.

  /** One absent key in a thousand passes; more columns would not be worth their memory. */
  static final int MOST_COLUMNS = 10;

  private static final double SLOTS_PER_KEY = 1.07;
  private static final int MORE_SLOTS = 30;
  private static final int CHUNK_KEYS = 2048; // on average, or up to twice as many
  private static final int MOST_CHUNK_BITS = 18;
  private static final int MOST_CHUNK_KEYS = 1 << 16;
  private static final int SLOTS = Long.SIZE; // slots of a block
  private static final int OBJECT_BYTES = 40 + 2 * LongPages.ARRAY_BYTES;
  private static final int HEADER_BYTES = 2 + Long.BYTES;
  private static final long ODD = 0x9e3779b97f4a7c15L;
  private static final long SEED = new SplittableRandom().nextLong();

  /** Estimated heap bytes of a filter. */
  static double bytes(int columns, long keys) {
    double slots = SLOTS_PER_KEY * keys + (MORE_SLOTS + SLOTS / 2.0) * (1L << chunkBits(keys));
    return OBJECT_BYTES + columns * slots / Byte.SIZE;
  }

  private static int chunkBits(long keys) {
    int bits = 63 - Long.numberOfLeadingZeros(Math.max(1, keys / CHUNK_KEYS));
    return Math.min(MOST_CHUNK_BITS, bits);
  }

  /** Receives keys in ascending unsigned order. */
  static final class Builder {

    private final long seed;
    private final int columns;
    private final int chunkBits;
    private final int[] starts;
    private int[] keys; // of the present chunk
    private int size;
    private int chunk;
    private boolean many; // the chunk has more keys than a filter can hold
    private int blocks;
    private long[] words;
    private long[] rows = {};

    /**
     * @param columns r, 1 to {@link #MOST_COLUMNS}
     * @param keys the approximate number of keys
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
        addBlocks(1); // zeros: all keys pass
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

    /**
     * Gaussian elimination: brings the chunk's equations into band form, with at most one per slot.
     */
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
            break; // the equation follows from others
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

    /** Back substitution, from the last slot to the first. */
    private void solve(int first) {
      long[] solved = new long[columns]; // by column: the 64 slots from the current one on
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

  /** The coefficients; that of the first slot is 1. */
  private static long coefficients(long hash) {
    return (hash * ODD) | 1;
  }

  /** Reads a stored filter. */
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
   * each chunk (i32), the number of blocks (i32), then the words (u64); big-endian.
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

  /** A filter of the same keys with one column fewer; there must be at least two. */
  KeyFilter narrower() {
    int fewer = columns - 1;
    long[] left = new long[words.length / columns * fewer];
    for (int block = 0; block < words.length / columns; block++) {
      System.arraycopy(words, columns * block, left, fewer * block, fewer);
    }
    return new KeyFilter(seed, fewer, chunkBits, starts, left);
  }

  /** 0 if the key is certainly absent, otherwise 1. */
  int mayHold(int key) {
    // No branch depends on what is read, so the cache misses of many keys overlap.
    int chunk = Keys.top(key, chunkBits);
    int slots = SLOTS * (starts[chunk + 1] - starts[chunk]);
    if (slots == 0) {
      return 0;
    }
    long hash = hash(key, seed);
    int slot = slot(hash, slots);
    int shift = slot % SLOTS;
    long here = coefficients(hash) << shift;
    long next = coefficients(hash) >>> 1 >>> (SLOTS - 1 - shift); // a shift by 64 would be by 0
    int block = columns * (starts[chunk] + slot / SLOTS);
    int after = Math.min(block + columns, words.length - columns); // if next is 0, any block
    int odd = 0;
    for (int c = 0; c < columns; c++) {
      long sum = (words[block + c] & here) ^ (words[after + c] & next); // only the parity counts
      odd |= Long.bitCount(sum);
    }
    return ~odd & 1;
  }

  /** Heap bytes. */
  long bytes() {
    return OBJECT_BYTES + (long) Integer.BYTES * starts.length + (long) Long.BYTES * words.length;
  }
}
