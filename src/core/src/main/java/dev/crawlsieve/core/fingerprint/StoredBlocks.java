package dev.crawlsieve.core.fingerprint;

import dev.crawlsieve.core.page.BlockKind;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Reads {@link BlockList}s in place, inside a larger record. A block list holds what a page says as
 * hashes that depend on the seed: the blocks of its visible text in order, each once, and the names
 * of its pictures; the words of its title and first heading; and all words of its main text, which
 * is the text that is compared. It is not used to find matches. For two pages that match by all
 * other features, it tells exactly what differs.
 *
 * <p>The stored form, big-endian:
 *
 * <pre>
 *  0 u64 hash of all blocks in order, except those that only state a time
 *  8 u64 the same, with all numbers as the same word
 * 16 u16 number of blocks that follow, at most {@value #MOST}; the highest bit says that the page has more
 * 18 u32 words of the main text
 * 22 for each block: u8 kind (bits 0 to 3) and whether it is main text or a picture beside it (bit 4), u8 words, at most 255,
 *    u24 hash; all numbers are the same word, except in titles and headings
 *    u16 hash of the block's numbers, 0 if it has none; of all blocks that differ from it in numbers only, in any order
 *    u8 words of the title, at most {@value #MOST_NAMING}, u8 words of the first heading, u16 for each
 *    u8 e, then 2^e bits for the words of the main text, the title and the heading
 * </pre>
 *
 * <p>The bits are a Bloom filter with one hash function (Bloom 1970). It is the smallest one with
 * at most an eighth of the bits set, or has 2^14 bits if that is not enough. At up to an eighth of
 * bits set, at most one in eight words that are not in the text seems to be in it. No word that is
 * in the text is missing.
 */
public final class StoredBlocks {

  /** The most blocks in a list. */
  public static final int MOST = 1024;

  /** The most words that are counted in a block. */
  public static final int MOST_WORDS = 255;

  /** The most words that are kept of a title or a heading. */
  static final int MOST_NAMING = 64;

  static final int LEAST_EXPONENT = 6;
  static final int MOST_EXPONENT = 14;

  static final int AT_WHOLE = 0;
  static final int AT_WITHOUT_NUMBERS = 8;
  static final int AT_COUNT = 16;
  static final int AT_MAIN_WORDS = 18;
  static final int AT_BLOCKS = 22;

  /** Bytes of a block. */
  static final int BLOCK = 7;

  static final int MORE = 1 << 15;
  static final int MAIN = 1 << 4;
  private static final int KIND = MAIN - 1;
  private static final int PICTURE = BlockKind.PICTURE.code();
  private static final int HASH = (1 << 24) - 1;
  private static final long BLOCK_BITS = (1L << 40) - 1;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);

  /** Words are counted from the lowest bit of each byte. */
  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private StoredBlocks() {}

  /**
   * {@return the length in bytes of the list in a record; 0 if it is malformed}
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

  /** {@return the number of words of the main text, in the unit of those of a block} */
  public static int mainWords(byte[] record, int at) {
    return (int) INT.get(record, at + AT_MAIN_WORDS);
  }

  /** {@return whether the page has more blocks than the list} */
  public static boolean hasMore(byte[] record, int at) {
    return record[at + AT_COUNT] < 0;
  }

  /** {@return a hash of what a page says, word for word and in order, except for times} */
  public static long whole(byte[] record, int at) {
    return (long) LONG.get(record, at + AT_WHOLE);
  }

  /**
   * {@return whether two pages say the same, word for word and in the same order, except for times}
   */
  public static boolean sameWhole(byte[] a, int atA, byte[] b, int atB) {
    return whole(a, atA) == whole(b, atB);
  }

  /** {@return the hash of a block, 24 bits} */
  public static int hash(byte[] record, int at, int block) {
    return (int) INT.get(record, at + AT_BLOCKS + BLOCK * block + 1) & HASH;
  }

  /** {@return the hash of a block and, in the lowest 16 bits, that of its numbers: 40 bits} */
  public static long block(byte[] record, int at, int block) {
    return (long) LONG.get(record, at + AT_BLOCKS + BLOCK * block) >>> 8 & BLOCK_BITS;
  }

  /**
   * {@return the number of words of a block, at most 255} In scripts without spaces, two ideographs
   * or kana are one, or four other characters: so many are in an average word.
   */
  public static int words(byte[] record, int at, int block) {
    return record[at + AT_BLOCKS + BLOCK * block + 1] & 0xff;
  }

  /**
   * {@return a hash of the numbers of a block and of those that differ in numbers only, 0 for none}
   */
  public static int numbers(byte[] record, int at, int block) {
    return (short) SHORT.get(record, at + AT_BLOCKS + BLOCK * block + 5) & 0xffff;
  }

  /** {@return the code of a block's {@link dev.crawlsieve.core.page.BlockKind}} */
  public static int kind(byte[] record, int at, int block) {
    return record[at + AT_BLOCKS + BLOCK * block] & KIND;
  }

  /** {@return whether a block belongs to the main text, which is the text that is compared} */
  public static boolean isMain(byte[] record, int at, int block) {
    return (record[at + AT_BLOCKS + BLOCK * block] & MAIN) != 0;
  }

  /**
   * {@return the share of the words of a page's title that another page says in its main text,
   * title or first heading; or that share for the page's first heading, if it is greater} The share
   * is 1 for a page whose title and first heading have no words.
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
   * {@return whether another page has each word of a page's first heading, or of its title if it
   * has no heading, in its own title or first heading} Unlike {@link #namedIn} hardly any word
   * seems to be there that is not.
   *
   * @param both whether it also has to have each word of the title
   */
  public static boolean isNameIn(byte[] page, int at, byte[] other, int atOther, boolean both) {
    int naming = naming(page, at);
    int title = page[naming] & 0xff;
    int heading = page[naming + 1] & 0xff;
    int from = both || heading == 0 ? 0 : title;
    int namingOther = naming(other, atOther);
    for (int i = from; i < title + heading; i++) {
      if (!isIn(other, namingOther, (short) SHORT.get(page, naming + 2 + 2 * i))) {
        return false;
      }
    }
    return true;
  }

  /** Whether a word is in a title or first heading. */
  private static boolean isIn(byte[] record, int naming, short word) {
    int words = (record[naming] & 0xff) + (record[naming + 1] & 0xff);
    for (int i = 0; i < words; i++) {
      if ((short) SHORT.get(record, naming + 2 + 2 * i) == word) {
        return true;
      }
    }
    return false;
  }

  /**
   * {@return how many words of a page's main text another page's main text lacks, including
   * numbers, but not counting words of either page's title or first heading; in the upper half, the
   * same of the other page} About one in eight is overlooked; two words that share a bit count
   * once.
   */
  public static long wordsOnlyIn(byte[] page, int at, byte[] other, int atOther) {
    int bits = bits(page, at);
    int others = bits(other, atOther);
    int exponent = Math.min(page[bits], other[others]);
    long[] naming = new long[1 << (exponent - 6)];
    addNaming(naming, page, naming(page, at));
    addNaming(naming, other, naming(other, atOther));
    int only = 0;
    int onlyOther = 0;
    for (int i = 0; i < naming.length; i++) {
      long mine = folded(page, bits, i, naming.length);
      long theirs = folded(other, others, i, naming.length);
      only += Long.bitCount(mine & ~theirs & ~naming[i]);
      onlyOther += Long.bitCount(theirs & ~mine & ~naming[i]);
    }
    return (long) onlyOther << Integer.SIZE | only;
  }

  /**
   * {@return whether a page shows a picture that another one does not} A picture is known by the
   * name of its file.
   *
   * @param beside whether only pictures beside the main text count
   */
  public static boolean losesPictures(
      byte[] page, int at, byte[] other, int atOther, boolean beside) {
    int[] others = pictures(other, atOther, beside);
    for (int picture : pictures(page, at, beside)) {
      if (Arrays.binarySearch(others, picture) < 0) {
        return true;
      }
    }
    return false;
  }

  /** The hashes of a page's pictures, ascending. */
  private static int[] pictures(byte[] record, int at, boolean beside) {
    return IntStream.range(0, count(record, at))
        .filter(i -> kind(record, at, i) == PICTURE && (!beside || isMain(record, at, i)))
        .map(i -> hash(record, at, i))
        .sorted()
        .toArray();
  }

  /** {@return about how many different words a page's main text has, including numbers} */
  public static int differentWords(byte[] record, int at) {
    int bits = bits(record, at);
    int words = 0;
    for (int i = 0; i < 1 << (record[bits] - 6); i++) {
      words += Long.bitCount((long) WORDS.get(record, bits + 1 + Long.BYTES * i));
    }
    return words;
  }

  /** 64 of the bits for words, where these are folded to fewer. */
  private static long folded(byte[] record, int bits, int from, int longs) {
    long folded = 0;
    for (int i = from; i < 1 << (record[bits] - 6); i += longs) {
      folded |= (long) WORDS.get(record, bits + 1 + Long.BYTES * i);
    }
    return folded;
  }

  private static void addNaming(long[] bits, byte[] record, int naming) {
    int words = (record[naming] & 0xff) + (record[naming + 1] & 0xff);
    for (int i = 0; i < words; i++) {
      int word = (short) SHORT.get(record, naming + 2 + 2 * i) & (Long.SIZE * bits.length - 1);
      bits[word >> 6] |= 1L << word;
    }
  }

  /** Index of the byte with the number of the title's words. */
  private static int naming(byte[] record, int at) {
    return at + AT_BLOCKS + BLOCK * count(record, at);
  }

  /** Index of the byte with the exponent, before the bits. */
  private static int bits(byte[] record, int at) {
    int naming = naming(record, at);
    return naming + 2 + 2 * ((record[naming] & 0xff) + (record[naming + 1] & 0xff));
  }
}
