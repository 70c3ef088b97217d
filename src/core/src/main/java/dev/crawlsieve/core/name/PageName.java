package dev.crawlsieve.core.name;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * What a page calls itself: the words of its title and of its first heading, its host and site, its
 * address and its declared language, all as hashes.
 *
 * <p>The stored form, big-endian, at most {@value #MOST_BYTES} bytes; names are compared in it
 * without decoding:
 *
 * <pre>
 *  0 u8  bytes that follow      11 u32 host                27 u32 numbers of folders
 *  1 u64 summary                15 u32 site                31 u32 last segment
 *  9 u8  words of the title     19 u32 folders             35 u8  parameters, at most 4
 * 10 u8  words of the heading   23 u32 words of folders    36 u64 × parameters, u16 × words of both,
 *                                                             u32 own address, if that is another
 * </pre>
 *
 * <p>Words are distinct and in ascending order (unsigned). The lowest bit of a word says that it is
 * a number. {@link Address} describes the address. The summary has short hashes of these parts, for
 * tables, which rule out by them what the whole names rule out; from the highest bits: u16 site, of
 * which 12 bits are used, u16 address, 0 for the first page of a host, u16 words of title and
 * heading, 0 if none of them has letters and else odd, u8 language, 0 if none is declared, 7 bits
 * of the order that a list is in, 1 bit that says whether the address is that of a canonical link
 * to another one.
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
  private static final int AT_HOST = 11;
  private static final int AT_SITE = 15;
  private static final int AT_FOLDERS = 19;
  private static final int AT_FOLDER_WORDS = 23;
  private static final int AT_NUMBERS = 27;
  private static final int AT_LAST = 31;
  private static final int AT_PARAMETERS = 36;

  private static final long MOVED = 1;
  private static final long ORDER = 0xfe;
  private static final long SHORT_BITS = 0xffff;
  private static final long BYTE_BITS = 0xff;
  private static final long SITE_BITS = 0xfff; // so that 28 bits of a summary have all of them
  private static final int DIGEST_WORD_BITS = 9;
  private static final int DIGEST_ADDRESS_BITS = 7;
  private static final long DIGEST_WORDS = (1L << DIGEST_WORD_BITS) - 1;
  private static final long DIGEST_ADDRESS = (1L << DIGEST_ADDRESS_BITS) - 1;

  /** The most bytes of the stored form. */
  static final int MOST_BYTES =
      AT_PARAMETERS + 8 * Address.MOST_PARAMETERS + 4 * (MOST_WORDS + 1) + Integer.BYTES;

  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private static final Address NOWHERE = new Address(0, 0, 0, 0, 0, 0, new long[0]);

  /** The name of a page about which nothing is known. */
  public static final PageName NONE =
      new PageName(0, 0, NOWHERE, NOWHERE, 0, 0, new short[0], new short[0]);

  private final byte[] stored;

  /**
   * A name.
   *
   * @param own the page's own address
   * @param address that of its canonical link, if it is believed, else its own
   * @param words hash of the words of both, 0 if none of them has letters
   * @param language hash of the declared language, 0 if none is
   * @param title words in ascending order, at most 25
   * @param heading likewise
   */
  PageName(
      int host,
      int site,
      Address own,
      Address address,
      int words,
      int language,
      short[] title,
      short[] heading) {
    this(
        summary(site, address.hash(), words, language)
            | (own.order() & ORDER)
            | (own.all() == address.all() ? 0 : MOVED),
        host,
        site,
        own,
        address,
        title,
        heading);
  }

  private PageName(
      long summary,
      int host,
      int site,
      Address own,
      Address address,
      short[] title,
      short[] heading) {
    int parameters = address.parameters().length;
    stored = new byte[bytes(summary, parameters, title.length + heading.length)];
    stored[0] = (byte) (stored.length - 1);
    LONG.set(stored, AT_SUMMARY, summary);
    stored[AT_TITLE_WORDS] = (byte) title.length;
    stored[AT_HEADING_WORDS] = (byte) heading.length;
    INT.set(stored, AT_HOST, host);
    INT.set(stored, AT_SITE, site);
    INT.set(stored, AT_FOLDERS, address.folders());
    INT.set(stored, AT_FOLDER_WORDS, address.words());
    INT.set(stored, AT_NUMBERS, address.numbers());
    INT.set(stored, AT_LAST, address.last());
    stored[AT_PARAMETERS - 1] = (byte) parameters;
    int at = AT_PARAMETERS;
    for (long parameter : address.parameters()) {
      LONG.set(stored, at, parameter);
      at += 8;
    }
    for (short word : title) {
      SHORT.set(stored, at, word);
      at += 2;
    }
    for (short word : heading) {
      SHORT.set(stored, at, word);
      at += 2;
    }
    if (isMoved(summary)) {
      INT.set(stored, at, own.all());
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
   * @param end index after the last byte that may belong to it
   */
  public static int bytes(byte[] record, int at, int end) {
    if (at + AT_PARAMETERS > end) {
      return 0;
    }
    int bytes = 1 + (record[at] & 0xff);
    int title = record[at + AT_TITLE_WORDS];
    int heading = record[at + AT_HEADING_WORDS];
    int parameters = record[at + AT_PARAMETERS - 1];
    boolean holds =
        at + bytes <= end
            && title >= 0
            && title <= MOST_WORDS + 1
            && heading >= 0
            && heading <= MOST_WORDS + 1
            && parameters >= 0
            && parameters <= Address.MOST_PARAMETERS
            && bytes == bytes(summary(record, at), parameters, title + heading);
    return holds ? bytes : 0;
  }

  private static int bytes(long summary, int parameters, int words) {
    return AT_PARAMETERS + 8 * parameters + 2 * words + (isMoved(summary) ? Integer.BYTES : 0);
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

  private static long summary(int site, int address, int words, int language) {
    return (site & SITE_BITS) << 48
        | (address & SHORT_BITS) << 32
        | (words & SHORT_BITS) << 16
        | (language & BYTE_BITS) << 8;
  }

  /**
   * {@return 28 bits of a summary: the site, and some of the address and of the words} As a summary
   * that has only these bits, see {@link #ofDigest}, it can be compared with others of its kind.
   *
   * @param summary the whole summary
   */
  public static int digest(long summary) {
    long words = (summary >>> 16) & DIGEST_WORDS;
    long address = (summary >>> 32) & DIGEST_ADDRESS;
    long site = summary >>> 48;
    return (int)
        (site << (DIGEST_WORD_BITS + DIGEST_ADDRESS_BITS) | address << DIGEST_WORD_BITS | words);
  }

  /**
   * {@return the bits of a summary that a digest has; language is not among them}
   *
   * @param digest 28 bits
   */
  public static long ofDigest(int digest) {
    long words = digest & DIGEST_WORDS;
    long address = ((long) digest >>> DIGEST_WORD_BITS) & DIGEST_ADDRESS;
    long site = (long) digest >>> (DIGEST_WORD_BITS + DIGEST_ADDRESS_BITS);
    return site << 48 | address << 32 | words << 16;
  }

  private static final int TAG_PART_BITS = 6;
  private static final int TAG_WORDS = (1 << TAG_PART_BITS) - 1;
  private static final int TAG_ADDRESS = TAG_WORDS << TAG_PART_BITS;
  private static final int TAG_SITE = -1 << (2 * TAG_PART_BITS);

  /**
   * {@return 24 bits of a summary, which tell most names of one site apart}
   *
   * @param summary the whole summary
   */
  public static int tag(long summary) {
    int words = (int) (summary >>> 16) & TAG_WORDS;
    int address = ((int) (summary >>> 32) & TAG_WORDS) << TAG_PART_BITS;
    int site = (int) (summary >>> 48) << (2 * TAG_PART_BITS);
    return site | address | words;
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
    return (differ & TAG_SITE) == 0
        && (differ & TAG_ADDRESS) != 0
        && (differ & TAG_WORDS) != 0
        && (tag & TAG_WORDS) != 0
        && (other & TAG_WORDS) != 0;
  }

  /** Whether two summaries are of one site, or of two that share 12 bits. */
  static boolean mayBeOneSite(long summary, long other) {
    return (summary ^ other) >>> 48 == 0;
  }

  /** Whether two summaries are certainly of two addresses. */
  static boolean addressesDiffer(long summary, long other) {
    return (((summary ^ other) >>> 32) & SHORT_BITS) != 0;
  }

  /** Whether two summaries are certainly of other words. */
  static boolean wordsDiffer(long summary, long other) {
    return (((summary ^ other) >>> 16) & SHORT_BITS) != 0;
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

  private static boolean isMoved(long summary) {
    return (summary & MOVED) != 0;
  }

  /** Whether two names have one address, but only because of a canonical link. */
  static boolean joinedByLink(byte[] a, int atA, byte[] b, int atB) {
    boolean moved = isMoved(summary(a, atA));
    return moved != isMoved(summary(b, atB)) || (moved && own(a, atA) != own(b, atB));
  }

  private static int own(byte[] record, int at) {
    return (int) INT.get(record, at + 1 + (record[at] & 0xff) - Integer.BYTES);
  }

  /** Whether two lists are in two orders. */
  static boolean ordersDiffer(long summary, long other) {
    return ((summary ^ other) & ORDER) != 0;
  }

  static boolean sameHost(byte[] a, int atA, byte[] b, int atB) {
    return (int) INT.get(a, atA + AT_HOST) == (int) INT.get(b, atB + AT_HOST);
  }

  static boolean sameSite(byte[] a, int atA, byte[] b, int atB) {
    return (int) INT.get(a, atA + AT_SITE) == (int) INT.get(b, atB + AT_SITE);
  }

  /** Whether two addresses name one item: path and query, except what makes variants of it. */
  static boolean sameAddress(byte[] a, int atA, byte[] b, int atB) {
    return (int) INT.get(a, atA + AT_FOLDERS) == (int) INT.get(b, atB + AT_FOLDERS)
        && (int) INT.get(a, atA + AT_LAST) == (int) INT.get(b, atB + AT_LAST)
        && sameQuery(a, atA, b, atB);
  }

  /** Whether the folders are the same except for languages and numbers. */
  static boolean similarFolders(byte[] a, int atA, byte[] b, int atB) {
    return (int) INT.get(a, atA + AT_FOLDER_WORDS) == (int) INT.get(b, atB + AT_FOLDER_WORDS);
  }

  /** Whether the folders that are numbers are the same. */
  static boolean sameNumbers(byte[] a, int atA, byte[] b, int atB) {
    return (int) INT.get(a, atA + AT_NUMBERS) == (int) INT.get(b, atB + AT_NUMBERS);
  }

  /** Whether two paths end in the same segment that names something. */
  static boolean sameLast(byte[] a, int atA, byte[] b, int atB) {
    int last = (int) INT.get(a, atA + AT_LAST);
    return last != 0 && last == (int) INT.get(b, atB + AT_LAST);
  }

  /** Whether two paths end in two numbers of one folder, or in the names of two lists. */
  static boolean lastChooseTwo(byte[] a, int atA, byte[] b, int atB) {
    int last = (int) INT.get(a, atA + AT_LAST);
    int other = (int) INT.get(b, atB + AT_LAST);
    return last != other
        && Address.chooses(last)
        && Address.chooses(other)
        && (int) INT.get(a, atA + AT_FOLDERS) == (int) INT.get(b, atB + AT_FOLDERS);
  }

  /** Whether two queries choose the same item. */
  static boolean sameQuery(byte[] a, int atA, byte[] b, int atB) {
    int parameters = 8 * a[atA + AT_PARAMETERS - 1];
    int ofA = atA + AT_PARAMETERS;
    int ofB = atB + AT_PARAMETERS;
    return 8 * b[ofB - 1] == parameters
        && Arrays.equals(a, ofA, ofA + parameters, b, ofB, ofB + parameters);
  }

  static Words title(byte[] record, int at) {
    return new Words(record, words(record, at), record[at + AT_TITLE_WORDS]);
  }

  static Words heading(byte[] record, int at) {
    int title = record[at + AT_TITLE_WORDS];
    return new Words(record, words(record, at) + 2 * title, record[at + AT_HEADING_WORDS]);
  }

  private static int words(byte[] record, int at) {
    return at + AT_PARAMETERS + 8 * record[at + AT_PARAMETERS - 1];
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
