package dev.crawlsieve.core.name;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * What a page calls itself: the words of its title and of its first heading, its host, the last part
 * of its address and its declared language, all as hashes.
 *
 * <p>The stored form, big-endian, at most {@value #MOST_BYTES} bytes; names are compared in it
 * without decoding:
 *
 * <pre>
 *  0 u8  bytes that follow     5 i32 address, or 0      11 u8  words of the title
 *  1 i32 host                  9 u16 language, or 0     12 u8  words of the heading
 * 13 u16 × words of both
 * </pre>
 *
 * <p>Words are distinct and in ascending order (unsigned). The lowest bit of a word says that it is
 * a number.
 */
public final class PageName {

  /** The most words that are kept of a title or a heading; what follows becomes one more. */
  static final int MOST_WORDS = 24;

  private static final int AT_HOST = 1;
  private static final int AT_ADDRESS = 5;
  private static final int AT_LANGUAGE = 9;
  private static final int AT_TITLE_WORDS = 11;
  private static final int AT_HEADING_WORDS = 12;
  private static final int AT_WORDS = 13;

  /** The most bytes of the stored form. */
  static final int MOST_BYTES = AT_WORDS + 4 * (MOST_WORDS + 1);

  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  /** The name of a page of which nothing is known. */
  public static final PageName NONE = new PageName(0, 0, 0, new short[0], new short[0]);

  private final byte[] stored;

  /**
   * A name.
   *
   * @param title words in ascending order, at most 25
   * @param heading likewise
   */
  PageName(int host, int address, int language, short[] title, short[] heading) {
    stored = new byte[AT_WORDS + 2 * (title.length + heading.length)];
    stored[0] = (byte) (stored.length - 1);
    INT.set(stored, AT_HOST, host);
    INT.set(stored, AT_ADDRESS, address);
    SHORT.set(stored, AT_LANGUAGE, (short) language);
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

  /** The stored form itself, not a copy. */
  public byte[] stored() {
    return stored;
  }

  /**
   * Number of bytes of the name that begins at an index of a larger record, 0 if there is none: if
   * the record ends before it, or it is malformed.
   *
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
   * The name at an index of a larger record, where there is one.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static PageName read(byte[] record, int at) {
    int bytes = bytes(record, at, record.length);
    if (bytes == 0) {
      throw new IllegalArgumentException("no name at byte " + at);
    }
    return new PageName(Arrays.copyOfRange(record, at, at + bytes));
  }

  static int host(byte[] record, int at) {
    return (int) INT.get(record, at + AT_HOST);
  }

  static int address(byte[] record, int at) {
    return (int) INT.get(record, at + AT_ADDRESS);
  }

  /** Whether both declare a language, and not the same one. */
  static boolean languagesDiffer(byte[] a, int atA, byte[] b, int atB) {
    short language = (short) SHORT.get(a, atA + AT_LANGUAGE);
    short other = (short) SHORT.get(b, atB + AT_LANGUAGE);
    return language != 0 && other != 0 && language != other;
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
