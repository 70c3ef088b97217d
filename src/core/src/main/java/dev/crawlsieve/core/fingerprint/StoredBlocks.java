package dev.crawlsieve.core.fingerprint;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Reads {@link BlockList}s where they stand in a record: what a page says, block by block, as
 * hashes that depend on the seed: the blocks of its visible text in their order, each once, the
 * words of its title and first heading, and all words of the text that is compared. No page is
 * found by it. It tells what exactly differs in two pages that everything else lets pass as copies.
 *
 * <p>The stored form, big-endian:
 *
 * <pre>
 *  0 u64 hash of all blocks in order, but those that only state a time
 *  8 u64 the same, where numbers are one word
 * 16 u16 blocks that follow, at most {@value #MOST}; the highest bit says that the page has more
 * 18 for each of them: u8 kind (bits 0 to 3) and whether it is compared (bit 4), u8 words, at most 255,
 *    u24 hash, where numbers are one word unless it is a title or a heading
 *    u8 words of the title, at most {@value #MOST_NAMING}, u8 words of the first heading, u16 for each
 *    u8 e, then 2^e bits for the words of the text that is compared, the title and the heading
 * </pre>
 *
 * <p>The bits are a Bloom filter with one hash (Bloom 1970), as small as it can be with at most one
 * bit of eight set, but not larger than 2^14 bits. One word of eight that is not in the text seems
 * to be; none that is in the text is missing.
 */
public final class StoredBlocks {

  /** The most blocks that are kept. */
  public static final int MOST = 1024;

  /** The most words that are counted of a block. */
  public static final int MOST_WORDS = 255;

  /** The most words that are kept of a title or a heading. */
  static final int MOST_NAMING = 24;

  static final int LEAST_EXPONENT = 6;
  static final int MOST_EXPONENT = 14;

  static final int AT_WHOLE = 0;
  static final int AT_WITHOUT_NUMBERS = 8;
  static final int AT_COUNT = 16;
  static final int AT_BLOCKS = 18;

  /** Bytes of a block. */
  static final int BLOCK = 5;

  static final int MORE = 1 << 15;
  static final int MAIN = 1 << 4;
  private static final int KIND = MAIN - 1;
  private static final int HASH = (1 << 24) - 1;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);

  private StoredBlocks() {}

  /**
   * {@return the bytes of the list that a record holds; 0 if it is not well-formed}
   *
   * @param record a record that holds a list
   * @param at index of its first byte
   * @param end index after the record's last byte
   */
  public static int bytes(byte[] record, int at, int end) {
    if (at + AT_BLOCKS > end) {
      return 0;
    }
    int naming = naming(record, at);
    if (count(record, at) > MOST || naming + 2 > end) {
      return 0;
    }
    int title = record[naming] & 0xff;
    int heading = record[naming + 1] & 0xff;
    int words = naming + 2 + 2 * (title + heading);
    if (title > MOST_NAMING || heading > MOST_NAMING || words >= end) {
      return 0;
    }
    int exponent = record[words];
    int bytes = words + 1 + (1 << Math.max(0, exponent - 3)) - at;
    return exponent >= LEAST_EXPONENT && exponent <= MOST_EXPONENT && at + bytes <= end ? bytes : 0;
  }

  /** {@return the number of blocks in a list in a record} */
  public static int count(byte[] record, int at) {
    return Short.toUnsignedInt((short) SHORT.get(record, at + AT_COUNT)) & ~MORE;
  }

  /** {@return whether the page has more blocks than the list} */
  public static boolean hasMore(byte[] record, int at) {
    return record[at + AT_COUNT] < 0;
  }

  /** {@return whether two pages say the same, word for word and in one order, but for times} */
  public static boolean sameWhole(byte[] a, int atA, byte[] b, int atB) {
    return (long) LONG.get(a, atA + AT_WHOLE) == (long) LONG.get(b, atB + AT_WHOLE);
  }

  /** {@return whether two pages say the same in one order, but for times and numbers} */
  public static boolean sameWithoutNumbers(byte[] a, int atA, byte[] b, int atB) {
    return (long) LONG.get(a, atA + AT_WITHOUT_NUMBERS)
        == (long) LONG.get(b, atB + AT_WITHOUT_NUMBERS);
  }

  /** {@return the hash of a block, 24 bits} */
  public static int hash(byte[] record, int at, int block) {
    return (int) INT.get(record, at + AT_BLOCKS + BLOCK * block + 1) & HASH;
  }

  /** {@return the number of words of a block, at most 255} */
  public static int words(byte[] record, int at, int block) {
    return record[at + AT_BLOCKS + BLOCK * block + 1] & 0xff;
  }

  /** {@return the position of a block's {@link dev.crawlsieve.core.page.BlockKind}} */
  public static int kind(byte[] record, int at, int block) {
    return record[at + AT_BLOCKS + BLOCK * block] & KIND;
  }

  /** {@return whether a block belongs to the text that is compared} */
  public static boolean isMain(byte[] record, int at, int block) {
    return (record[at + AT_BLOCKS + BLOCK * block] & MAIN) != 0;
  }

  /** {@return whether a page has a title or a first heading} */
  public static boolean isTitled(byte[] record, int at) {
    int naming = naming(record, at);
    return (record[naming] | record[naming + 1]) != 0;
  }

  /**
   * {@return the share of the words of a page's title, or of its first heading if that is greater,
   * that another page says in the text that is compared, its title or its first heading} A page
   * without a title and a heading, or of a title without words, has a share of 1.
   */
  public static double namedIn(byte[] page, int at, byte[] other, int atOther) {
    int naming = naming(page, at);
    int title = page[naming] & 0xff;
    int heading = page[naming + 1] & 0xff;
    int bits = bits(other, atOther);
    double share = title + heading == 0 ? 1 : 0;
    if (title > 0) {
      share = (double) found(page, naming + 2, title, other, bits) / title;
    }
    if (heading > 0) {
      int at0 = naming + 2 + 2 * title;
      share = Math.max(share, (double) found(page, at0, heading, other, bits) / heading);
    }
    return share;
  }

  private static int found(byte[] page, int at, int words, byte[] other, int bits) {
    int mask = (1 << other[bits]) - 1;
    int found = 0;
    for (int i = 0; i < words; i++) {
      int word = (short) SHORT.get(page, at + 2 * i) & mask;
      found += other[bits + 1 + (word >> 3)] >> (word & 7) & 1;
    }
    return found;
  }

  /**
   * {@return the words of a page's compared text that another page's compared text lacks, numbers
   * included, without those of the titles and first headings of both} About one of eight is
   * overlooked; two that share a bit count once.
   */
  public static int wordsOnlyIn(byte[] page, int at, byte[] other, int atOther) {
    byte[] bits = folded(page, bits(page, at), other[bits(other, atOther)]);
    byte[] others = folded(other, bits(other, atOther), page[bits(page, at)]);
    clearNaming(bits, page, naming(page, at));
    clearNaming(bits, other, naming(other, atOther));
    int only = 0;
    for (int i = 0; i < bits.length; i++) {
      only += Integer.bitCount(bits[i] & ~others[i] & 0xff);
    }
    return only;
  }

  /** {@return about how many different words a page's compared text has, numbers included} */
  public static int differentWords(byte[] record, int at) {
    int bits = bits(record, at);
    int words = 0;
    for (int i = 1; i <= 1 << (record[bits] - 3); i++) {
      words += Integer.bitCount(record[bits + i] & 0xff);
    }
    return words;
  }

  /** The bits for words, as many as another page has if those are fewer. */
  private static byte[] folded(byte[] record, int bits, byte exponent) {
    byte[] folded = new byte[1 << (Math.min(record[bits], exponent) - 3)];
    for (int i = 0; i < 1 << (record[bits] - 3); i++) {
      folded[i & (folded.length - 1)] |= record[bits + 1 + i];
    }
    return folded;
  }

  private static void clearNaming(byte[] bits, byte[] record, int naming) {
    int words = (record[naming] & 0xff) + (record[naming + 1] & 0xff);
    for (int i = 0; i < words; i++) {
      int word = (short) SHORT.get(record, naming + 2 + 2 * i) & (8 * bits.length - 1);
      bits[word >> 3] &= (byte) ~(1 << (word & 7));
    }
  }

  /** Index of the number of the title's words. */
  private static int naming(byte[] record, int at) {
    return at + AT_BLOCKS + BLOCK * count(record, at);
  }

  /** Index of the exponent before the bits. */
  private static int bits(byte[] record, int at) {
    int naming = naming(record, at);
    return naming + 2 + 2 * ((record[naming] & 0xff) + (record[naming + 1] & 0xff));
  }
}
