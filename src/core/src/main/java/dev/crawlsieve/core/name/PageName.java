package dev.crawlsieve.core.name;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * What a page calls itself: the words of its title and of its first heading, its host, the last
 * part of its address and its declared language, all as hashes.
 *
 * <p>The stored form, big-endian, at most {@value #MOST_BYTES} bytes; names are compared in it
 * without decoding:
 *
 * <pre>
 *  0 u8  bytes that follow      9 u8  words of the title      11 u16 × words of both
 *  1 u64 summary               10 u8  words of the heading
 * </pre>
 *
 * <p>Words are distinct and in ascending order (unsigned). The lowest bit of a word says that it is
 * a number. The summary is, from the highest bits: u16 host, of which 12 bits are used, u16 path,
 * u16 words of title and heading, 0 if none of them has letters and else odd, u8 language, 0 if
 * none is declared, u8 query. Path and query are the address: two pages of one URL have the same
 * host and address.
 *
 * <p>Anyone can find names with equal hashes, and it gains them nothing: an author who wants
 * another page's name can copy its title and heading. So there is no seed in them.
 */
public final class PageName {

  /** The most words that are kept of a title or a heading; what follows becomes one more. */
  static final int MOST_WORDS = 24;

  private static final int AT_SUMMARY = 1;
  private static final int AT_TITLE_WORDS = 9;
  private static final int AT_HEADING_WORDS = 10;
  private static final int AT_WORDS = 11;

  private static final long SHORT_BITS = 0xffff;
  private static final long BYTE_BITS = 0xff;
  private static final long HOST_BITS = 0xfff; // so that 28 bits of a summary have all of them
  private static final int DIGEST_WORD_BITS = 9;
  private static final int DIGEST_ADDRESS_BITS = 7;
  private static final long DIGEST_WORDS = (1L << DIGEST_WORD_BITS) - 1;
  private static final long DIGEST_ADDRESS = (1L << DIGEST_ADDRESS_BITS) - 1;

  /** The most bytes of the stored form. */
  static final int MOST_BYTES = AT_WORDS + 4 * (MOST_WORDS + 1);

  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  /** The name of a page of which nothing is known. */
  public static final PageName NONE = new PageName(0, new short[0], new short[0]);

  private final byte[] stored;

  /**
   * A name.
   *
   * @param summary see above
   * @param title words in ascending order, at most 25
   * @param heading likewise
   */
  PageName(long summary, short[] title, short[] heading) {
    stored = new byte[AT_WORDS + 2 * (title.length + heading.length)];
    stored[0] = (byte) (stored.length - 1);
    LONG.set(stored, AT_SUMMARY, summary);
    stored[AT_TITLE_WORDS] = (byte) title.length;
    stored[AT_HEADING_WORDS] = (byte) heading.length;
    int at = AT_WORDS;
    for (short word : title) {
      SHORT.set(stored, at, word);
      at += 2;
    }
    for (short word : heading) {
      SHORT.set(stored, at, word);
      at += 2;
    }
  }

  private PageName(byte[] stored) {
    this.stored = stored;
  }

  /** {@return the stored form itself, not a copy} */
  public byte[] stored() {
    return stored;
  }

  /**
   * {@return number of bytes of the name that begins at an index of a larger record, 0 if there is
   * none: if the record ends before it, or it is malformed}
   *
   * @param record holds the name
   * @param at index of the name's first byte
   * @param end index behind the last byte that may belong to it
   */
  public static int bytes(byte[] record, int at, int end) {
    if (at + AT_WORDS > end) {
      return 0;
    }
    int bytes = 1 + (record[at] & 0xff);
    int title = record[at + AT_TITLE_WORDS];
    int heading = record[at + AT_HEADING_WORDS];
    boolean holds =
        at + bytes <= end
            && title >= 0
            && title <= MOST_WORDS + 1
            && heading >= 0
            && heading <= MOST_WORDS + 1
            && bytes == AT_WORDS + 2 * (title + heading);
    return holds ? bytes : 0;
  }

  /**
   * {@return the name at an index of a larger record, where there is one}
   *
   * @param record holds the name
   * @param at index of the name's first byte
   * @throws IllegalArgumentException if there is none
   */
  public static PageName read(byte[] record, int at) {
    int bytes = bytes(record, at, record.length);
    if (bytes == 0) {
      throw new IllegalArgumentException("no name at byte " + at);
    }
    return new PageName(Arrays.copyOfRange(record, at, at + bytes));
  }

  /**
   * {@return the summary of a name in its stored form}
   *
   * @param record holds the name
   * @param at index of the name's first byte
   */
  public static long summary(byte[] record, int at) {
    return (long) LONG.get(record, at + AT_SUMMARY);
  }

  static long summary(int host, int path, int words, int language, int query) {
    return (host & HOST_BITS) << 48
        | (path & SHORT_BITS) << 32
        | (words & SHORT_BITS) << 16
        | (language & BYTE_BITS) << 8
        | (query & BYTE_BITS);
  }

  /**
   * {@return 28 bits of a summary: the host, and some of the address and of the words} As a summary
   * that has only these bits, see {@link #ofDigest}, it can be compared with others of its kind.
   *
   * @param summary the whole summary
   */
  public static int digest(long summary) {
    long words = (summary >>> 16) & DIGEST_WORDS;
    long address = address(summary) & DIGEST_ADDRESS;
    long host = summary >>> 48;
    return (int)
        (host << (DIGEST_WORD_BITS + DIGEST_ADDRESS_BITS) | address << DIGEST_WORD_BITS | words);
  }

  /**
   * {@return the bits of a summary that a digest has; language is not among them}
   *
   * @param digest 28 bits
   */
  public static long ofDigest(int digest) {
    long words = digest & DIGEST_WORDS;
    long address = ((long) digest >>> DIGEST_WORD_BITS) & DIGEST_ADDRESS;
    long host = (long) digest >>> (DIGEST_WORD_BITS + DIGEST_ADDRESS_BITS);
    return host << 48 | address << 32 | words << 16;
  }

  private static final int TAG_PART_BITS = 6;
  private static final int TAG_WORDS = (1 << TAG_PART_BITS) - 1;
  private static final int TAG_ADDRESS = TAG_WORDS << TAG_PART_BITS;
  private static final int TAG_HOST = -1 << (2 * TAG_PART_BITS);

  /**
   * {@return 24 bits of a summary, which tell most names of one host apart}
   *
   * @param summary the whole summary
   */
  public static int tag(long summary) {
    int words = (int) (summary >>> 16) & TAG_WORDS;
    int address = ((int) address(summary) & TAG_WORDS) << TAG_PART_BITS;
    int host = (int) (summary >>> 48) << (2 * TAG_PART_BITS);
    return host | address | words;
  }

  /** Bits in which two addresses differ only if they are not the same. */
  private static long address(long summary) {
    return (summary >>> 32) ^ summary;
  }

  /**
   * {@return whether two tags say that the pages name different items} Of two that do, one in 20 is
   * missed.
   *
   * @param tag 24 bits of a summary
   * @param other those of the other one
   */
  public static boolean tellApart(int tag, int other) {
    int differ = tag ^ other;
    return (differ & TAG_HOST) == 0
        && (differ & TAG_ADDRESS) != 0
        && (differ & TAG_WORDS) != 0
        && (tag & TAG_WORDS) != 0
        && (other & TAG_WORDS) != 0;
  }

  static boolean sameHost(long summary, long other) {
    return (summary ^ other) >>> 48 == 0;
  }

  static boolean sameAddress(long summary, long other) {
    return samePath(summary, other) && ((summary ^ other) & BYTE_BITS) == 0;
  }

  static boolean samePath(long summary, long other) {
    return (((summary ^ other) >>> 32) & SHORT_BITS) == 0;
  }

  static boolean hasAddress(long summary) {
    return ((summary >>> 32) & SHORT_BITS) != 0 || (summary & BYTE_BITS) != 0;
  }

  static boolean hasPath(long summary) {
    return ((summary >>> 32) & SHORT_BITS) != 0;
  }

  static boolean sameWords(long summary, long other) {
    return (((summary ^ other) >>> 16) & SHORT_BITS) == 0;
  }

  static boolean hasWords(long summary) {
    return ((summary >>> 16) & SHORT_BITS) != 0;
  }

  /** Whether both declare a language, and not the same one. */
  static boolean languagesDiffer(long summary, long other) {
    return ((summary >>> 8) & BYTE_BITS) != 0
        && ((other >>> 8) & BYTE_BITS) != 0
        && (((summary ^ other) >>> 8) & BYTE_BITS) != 0;
  }

  static Words title(byte[] record, int at) {
    return new Words(record, at + AT_WORDS, record[at + AT_TITLE_WORDS]);
  }

  static Words heading(byte[] record, int at) {
    int title = record[at + AT_TITLE_WORDS];
    return new Words(record, at + AT_WORDS + 2 * title, record[at + AT_HEADING_WORDS]);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PageName that && Arrays.equals(stored, that.stored);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(stored);
  }
}
