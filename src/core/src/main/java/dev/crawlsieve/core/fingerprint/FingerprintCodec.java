package dev.crawlsieve.core.fingerprint;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.crawlsieve.core.name.PageName;
import dev.crawlsieve.core.page.PageCharset;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The stored form of a fingerprint, version 6, big-endian:
 *
 * <pre>
 *  0 u8  format version     22 i64 URL hash      54 i64 SimHash         78 i32 shingles of the rest
 *  1 u8  flags              30 i64 content high  62 i64 SimHash of      82 i32 settings
 *  2 i32 source partition   38 i64 content low              the rest    86 u8  sketch size, 0 or 84
 *  6 i64 source offset      46 i64 body hash     70 i32 tokens          87 u16 × sketch size
 * 14 i64 timestamp                               74 i32 shingles
 * then the {@link PageName}, the {@link BlockList}, u8 length + language, u8 how the character set was found,
 * u8 length + its name, i32 length + URL, all UTF-8
 * </pre>
 *
 * <p>The fields before the sketch are at fixed positions, so an index can read them without
 * decoding the record; see the {@code AT_} constants.
 */
public final class FingerprintCodec {

  /**
   * The version of the form that {@link #encode} writes, and of the algorithms that turn a text
   * into features: tokens, shingles, SimHash, sketch, hashes, names.
   *
   * <p>Features of different versions cannot be compared. The features of a version never change;
   * pinned test vectors ensure that. Version 2 had no page names. Since version 3, main text is
   * never a footer and keeps its heading, and in scripts without spaces a token is a grapheme
   * cluster. Since version 4, characters and host names are as in ICU4J's version of Unicode, not
   * as in the JDK's. Version 5 has lists of blocks. Version 6 reads every script alike.
   */
  public static final byte VERSION = 6;

  /** Position of the flags, one byte. */
  public static final int AT_FLAGS = 1;

  /** Position of the source's partition, four bytes. */
  public static final int AT_SOURCE_PARTITION = 2;

  /** Position of the source's offset, eight bytes. */
  public static final int AT_SOURCE_OFFSET = 6;

  /** Position of the timestamp, eight bytes. */
  public static final int AT_TIMESTAMP = 14;

  /** Position of the URL hash, eight bytes. */
  public static final int AT_URL_HASH = 22;

  /** Position of the content hash's high half, eight bytes. */
  public static final int AT_CONTENT_HIGH = 30;

  /** Position of the content hash's low half, eight bytes. */
  public static final int AT_CONTENT_LOW = 38;

  /** Position of the body's hash, eight bytes. */
  public static final int AT_BODY_HASH = 46;

  /** Position of the SimHash, eight bytes. */
  public static final int AT_SIMHASH = 54;

  /** Position of the SimHash of the rest, eight bytes. */
  public static final int AT_REST = 62;

  /** Position of the number of tokens, four bytes. */
  public static final int AT_TOKENS = 70;

  /** Position of the number of shingles, four bytes. */
  public static final int AT_SHINGLES = 74;

  /** Position of the number of shingles of the rest, four bytes. */
  public static final int AT_REST_SHINGLES = 78;

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final int AT_SETTINGS = 82;

  /** Position of the number of min-hashes, one byte: 0 or 84. */
  public static final int AT_SKETCH_SIZE = 86;

  /** Position of the min-hashes, two bytes each. */
  public static final int AT_SKETCH = 87;

  /** Stored by position in this list, so new constants must be added at the end. */
  private static final List<PageCharset.Found> FOUND = List.of(PageCharset.Found.values());

  private FingerprintCodec() {}

  /** The stored form of a fingerprint. */
  public static byte[] encode(Fingerprint fingerprint) {
    byte[] language = fingerprint.language().getBytes(UTF_8);
    byte[] charset = fingerprint.charset().name().getBytes(UTF_8);
    byte[] url = fingerprint.url().getBytes(UTF_8);
    short[] sketch = fingerprint.sketch();
    byte[] name = fingerprint.name().stored();
    byte[] blocks = fingerprint.blocks().stored();
    if (language.length > 255 || charset.length > 255) {
      throw new IllegalArgumentException(
          "language tag of "
              + language.length
              + " bytes, name of the character set of "
              + charset.length
              + ", at most 255");
    }
    int parts = 2 * sketch.length + name.length + blocks.length;
    int strings = 1 + language.length + 2 + charset.length + 4 + url.length;
    ByteBuffer out = ByteBuffer.allocate(AT_SKETCH + parts + strings);
    out.put(VERSION).put((byte) fingerprint.flags());
    out.putInt(fingerprint.source().partition()).putLong(fingerprint.source().offset());
    out.putLong(fingerprint.timestamp()).putLong(fingerprint.urlHash());
    out.putLong(fingerprint.content().high()).putLong(fingerprint.content().low());
    out.putLong(fingerprint.bodyHash()).putLong(fingerprint.simhash());
    out.putLong(fingerprint.rest());
    out.putInt(fingerprint.tokens()).putInt(fingerprint.shingles());
    out.putInt(fingerprint.restShingles()).putInt(fingerprint.settings());
    out.put((byte) sketch.length);
    for (short minHash : sketch) {
      out.putShort(minHash);
    }
    out.put(name).put(blocks);
    out.put((byte) language.length).put(language);
    out.put((byte) FOUND.indexOf(fingerprint.charset().found()));
    out.put((byte) charset.length).put(charset).putInt(url.length).put(url);
    return out.array();
  }

  /**
   * Whether a stored fingerprint's URL is that of a page. In stored URLs, half a surrogate pair has
   * become a question mark.
   *
   * @param stored the fingerprint's URL
   * @param url the page's URL as produced
   */
  public static boolean isUrl(String stored, String url) {
    return stored.equals(url) || stored.equals(new String(url.getBytes(UTF_8), UTF_8));
  }

  /**
   * Reads a stored fingerprint.
   *
   * @throws UnreadableFingerprintException if the record has another version, or is truncated or
   *     malformed
   */
  public static Fingerprint decode(byte[] stored) throws UnreadableFingerprintException {
    return decode(stored, 0);
  }

  /**
   * Reads a stored fingerprint at the end of a larger record.
   *
   * @param from index of its first byte
   * @throws UnreadableFingerprintException if the record has another version, or is truncated or
   *     malformed
   */
  public static Fingerprint decode(byte[] stored, int from) throws UnreadableFingerprintException {
    ensureVersion(stored, from);
    try {
      return read(ByteBuffer.wrap(stored, from + 1, stored.length - from - 1));
    } catch (BufferUnderflowException e) {
      throw new UnreadableFingerprintException(
          "a fingerprint record cut after " + (stored.length - from) + " bytes", e);
    }
  }

  /**
   * Checks that {@link #decode} could read a record, without creating any objects.
   *
   * @throws UnreadableFingerprintException if it could not
   */
  public static void ensureReadable(byte[] stored) throws UnreadableFingerprintException {
    ensureReadable(stored, 0);
  }

  /**
   * Checks that {@link #decode(byte[], int)} could read a record at the end of a larger one,
   * without creating any objects.
   *
   * @param from index of its first byte
   * @throws UnreadableFingerprintException if it could not
   */
  public static void ensureReadable(byte[] stored, int from) throws UnreadableFingerprintException {
    ensureVersion(stored, from);
    if (!isReadable(stored, from)) {
      throw new UnreadableFingerprintException(whyUnreadable(stored, from));
    }
  }

  private static boolean isReadable(byte[] stored, int from) {
    if (stored.length <= from + AT_SKETCH
        || stored[from + AT_TOKENS] < 0
        || stored[from + AT_SHINGLES] < 0
        || stored[from + AT_REST_SHINGLES] < 0) {
      return false;
    }
    int size = stored[from + AT_SKETCH_SIZE] & 0xff;
    int name = name(stored, from);
    int nameBytes = PageName.bytes(stored, name, stored.length);
    if ((size != 0 && size != Fingerprint.SKETCH_SIZE) || nameBytes == 0) {
      return false;
    }
    int blocks = name + nameBytes;
    int blockBytes = StoredBlocks.bytes(stored, blocks, stored.length);
    int charset = after(stored, blocks + blockBytes);
    int url = after(stored, charset + 1);
    return blockBytes > 0
        && stored.length >= url + 4
        && stored[charset] >= 0
        && stored[charset] < FOUND.size()
        && (int) INT.get(stored, url) == stored.length - url - 4;
  }

  /**
   * Index after a part that begins with its length in one byte; at most the index of the record's
   * end.
   */
  private static int after(byte[] stored, int at) {
    return at < stored.length ? at + 1 + (stored[at] & 0xff) : stored.length;
  }

  private static @Nullable String whyUnreadable(byte[] stored, int from) {
    try {
      decode(stored, from);
      return "a malformed fingerprint record of " + (stored.length - from) + " bytes";
    } catch (UnreadableFingerprintException e) {
      return e.getMessage();
    }
  }

  private static void ensureVersion(byte[] stored, int from) throws UnreadableFingerprintException {
    if (stored == null || stored.length <= from) {
      throw new UnreadableFingerprintException("an empty fingerprint record");
    }
    if (stored[from] != VERSION) {
      throw new UnreadableFingerprintException(
          "a fingerprint record of version "
              + (stored[from] & 0xff)
              + ", but this is version "
              + VERSION
              + "; fingerprints of different versions cannot be compared: make new ones from pages,"
              + " in a new generation (another topic.prefix)");
    }
  }

  /** The hash of the settings under which a readable fingerprint was made. */
  public static int settings(byte[] stored) {
    return ByteBuffer.wrap(stored).getInt(AT_SETTINGS);
  }

  /**
   * A copy of a readable fingerprint that makes its page a reference page.
   *
   * @param source the page's new position
   * @param timestamp its new timestamp, milliseconds since 1970-01-01T00:00Z
   */
  public static byte[] reference(byte[] stored, Coordinates source, long timestamp) {
    byte[] copy = moved(stored, source, timestamp);
    copy[AT_FLAGS] |= Fingerprint.FLAG_REFERENCE;
    return copy;
  }

  /**
   * A copy of a readable fingerprint, for a page at another position.
   *
   * @param source the page's new position
   * @param timestamp its new timestamp, milliseconds since 1970-01-01T00:00Z
   */
  public static byte[] moved(byte[] stored, Coordinates source, long timestamp) {
    ByteBuffer copy = ByteBuffer.wrap(stored.clone());
    copy.putInt(AT_SOURCE_PARTITION, source.partition());
    copy.putLong(AT_SOURCE_OFFSET, source.offset()).putLong(AT_TIMESTAMP, timestamp);
    return copy.array();
  }

  /**
   * What stays of a readable fingerprint at the end of a larger record once its page is forgotten:
   * position, timestamp and settings.
   *
   * @param from index of its first byte
   */
  public static byte[] forgotten(byte[] stored, int from) {
    ByteBuffer in = ByteBuffer.wrap(stored);
    return encode(
        new Fingerprint(
            new Coordinates(
                in.getInt(from + AT_SOURCE_PARTITION), in.getLong(from + AT_SOURCE_OFFSET)),
            in.getLong(from + AT_TIMESTAMP),
            "",
            0,
            new ContentHash(0, 0),
            0,
            0,
            0,
            new short[0],
            PageName.NONE,
            BlockList.NONE,
            0,
            0,
            0,
            "",
            PageCharset.NONE,
            0,
            in.getInt(from + AT_SETTINGS)));
  }

  /** The position of a readable fingerprint's page. */
  public static Coordinates source(byte[] stored) {
    ByteBuffer in = ByteBuffer.wrap(stored);
    return new Coordinates(in.getInt(AT_SOURCE_PARTITION), in.getLong(AT_SOURCE_OFFSET));
  }

  /**
   * Index of the {@link PageName} of a readable fingerprint in a larger record.
   *
   * @param from index of the fingerprint's first byte
   */
  public static int name(byte[] stored, int from) {
    return from + AT_SKETCH + 2 * (stored[from + AT_SKETCH_SIZE] & 0xff);
  }

  /**
   * Index of the {@link BlockList} of a readable fingerprint in a larger record.
   *
   * @param from index of the fingerprint's first byte
   */
  public static int blocks(byte[] stored, int from) {
    return after(stored, name(stored, from));
  }

  /**
   * The URL of a readable fingerprint at the end of a larger record.
   *
   * @param from index of its first byte
   */
  public static String url(byte[] stored, int from) {
    int blocks = blocks(stored, from);
    int atCharset = after(stored, blocks + StoredBlocks.bytes(stored, blocks, stored.length));
    int atUrl = after(stored, atCharset + 1) + 4;
    return new String(stored, atUrl, stored.length - atUrl, UTF_8);
  }

  private static Fingerprint read(ByteBuffer in) throws UnreadableFingerprintException {
    int flags = in.get() & 0xff;
    Coordinates source = new Coordinates(in.getInt(), in.getLong());
    long timestamp = in.getLong();
    long urlHash = in.getLong();
    ContentHash content = new ContentHash(in.getLong(), in.getLong());
    long bodyHash = in.getLong();
    long simhash = in.getLong();
    long rest = in.getLong();
    int tokens = in.getInt();
    int shingles = in.getInt();
    int restShingles = in.getInt();
    if (tokens < 0 || shingles < 0 || restShingles < 0) {
      throw new UnreadableFingerprintException(
          "a text of %s tokens and %s + %s shingles".formatted(tokens, shingles, restShingles));
    }
    int settings = in.getInt();
    int size = in.get() & 0xff;
    if (size != 0 && size != Fingerprint.SKETCH_SIZE) {
      throw new UnreadableFingerprintException("a sketch of " + size + " min-hashes");
    }
    short[] sketch = new short[size];
    for (int i = 0; i < size; i++) {
      sketch[i] = in.getShort();
    }
    PageName name = name(in);
    BlockList blocks = blocks(in);
    String language = string(in, in.get() & 0xff);
    PageCharset charset = charset(in);
    String url = string(in, in.getInt());
    if (in.hasRemaining()) {
      throw new UnreadableFingerprintException(
          in.remaining() + " bytes after a fingerprint record");
    }
    return new Fingerprint(
        source,
        timestamp,
        url,
        urlHash,
        content,
        bodyHash,
        simhash,
        rest,
        sketch,
        name,
        blocks,
        tokens,
        shingles,
        restShingles,
        language,
        charset,
        flags,
        settings);
  }

  private static PageName name(ByteBuffer in) throws UnreadableFingerprintException {
    int bytes =
        PageName.bytes(in.array(), in.arrayOffset() + in.position(), in.arrayOffset() + in.limit());
    if (bytes == 0) {
      throw new UnreadableFingerprintException("a fingerprint record without a name");
    }
    PageName name = PageName.read(in.array(), in.arrayOffset() + in.position());
    in.position(in.position() + bytes);
    return name;
  }

  private static BlockList blocks(ByteBuffer in) throws UnreadableFingerprintException {
    int at = in.arrayOffset() + in.position();
    int bytes = StoredBlocks.bytes(in.array(), at, in.arrayOffset() + in.limit());
    if (bytes == 0) {
      throw new UnreadableFingerprintException("a fingerprint record without a list of blocks");
    }
    in.position(in.position() + bytes);
    return new BlockList(Arrays.copyOfRange(in.array(), at, at + bytes));
  }

  private static PageCharset charset(ByteBuffer in) throws UnreadableFingerprintException {
    int found = in.get();
    if (found < 0 || found >= FOUND.size()) {
      throw new UnreadableFingerprintException("a character set found in way " + found);
    }
    return new PageCharset(FOUND.get(found), string(in, in.get() & 0xff));
  }

  private static String string(ByteBuffer in, int length) throws UnreadableFingerprintException {
    if (length < 0 || length > in.remaining()) {
      throw new UnreadableFingerprintException(
          "a string of " + length + " bytes where " + in.remaining() + " are left");
    }
    String value = new String(in.array(), in.arrayOffset() + in.position(), length, UTF_8);
    in.position(in.position() + length);
    return value;
  }
}
