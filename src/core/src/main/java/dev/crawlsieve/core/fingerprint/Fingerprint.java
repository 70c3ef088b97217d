package dev.crawlsieve.core.fingerprint;

import dev.crawlsieve.core.name.PageName;
import dev.crawlsieve.core.page.PageCharset;
import java.util.Arrays;
import java.util.Objects;

/**
 * The features of one page for every detector, and the page's URL and position.
 *
 * @param source the position of the page; {@link Coordinates#NONE} if unknown
 * @param timestamp the page record's timestamp, milliseconds since 1970-01-01T00:00Z
 * @param url the URL as produced
 * @param urlHash 64-bit hash of the normalised URL
 * @param content the first 128 bits of SHA-256 over the normalised text; over the body if the text
 *     has no token; over the normalised URL if the body is empty, too
 * @param bodyHash XXH3-64 of the body's bytes; not used for decisions
 * @param simhash SimHash of the text's shingles, 64 bits; 0 if the text has none
 * @param rest SimHash of the shingles of the rest: the page's title and the text that is not
 *     compared; 0 if there are none
 * @param sketch 84 min-hashes of 16 bits; empty if the text has no shingle
 * @param name what the page calls itself
 * @param blocks what the page says, block by block
 * @param tokens number of tokens in the text: its words, and characters of scripts without spaces.
 *     The text is what is compared: the main text, or all visible text, see {@code text} in
 *     docs/settings.md
 * @param shingles number of shingles in the text, repeats included
 * @param restShingles number of shingles of the rest
 * @param language declared language as a lower-case BCP 47 tag, or the empty string
 * @param charset the character set in which the page was read, and how it was determined
 * @param flags a bitwise or of the {@code FLAG_} constants
 * @param settings hash of the settings under which it was made; fingerprints made under different
 *     settings cannot be compared
 */
public record Fingerprint(
    Coordinates source,
    long timestamp,
    String url,
    long urlHash,
    ContentHash content,
    long bodyHash,
    long simhash,
    long rest,
    short[] sketch,
    PageName name,
    BlockList blocks,
    int tokens,
    int shingles,
    int restShingles,
    String language,
    PageCharset charset,
    int flags,
    int settings) {

  /** Number of min-hashes in a sketch. */
  public static final int SKETCH_SIZE = 84;

  /** The text is long enough to match nearly, not only exactly. */
  public static final int FLAG_NEAR_ELIGIBLE = 1;

  /**
   * The page has text; without this flag, only the content hash is compared, which is then over the
   * body.
   */
  public static final int FLAG_TEXT = 2;

  /** Only the bytes of the body are compared; the body is not read as text. */
  public static final int FLAG_BYTES = 4;

  /** No reliable main text was found, so all visible text is compared. */
  public static final int FLAG_MAIN_FALLBACK = 8;

  /** The page belongs to a corpus that is only compared with, and is routed nowhere. */
  public static final int FLAG_REFERENCE = 16;

  /** The body broke off. */
  public static final int FLAG_CUT = 32;

  /** The main text lists other pages. */
  public static final int FLAG_LIST = 64;

  public Fingerprint {
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(url, "url");
    Objects.requireNonNull(content, "content");
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(blocks, "blocks");
    Objects.requireNonNull(language, "language");
    Objects.requireNonNull(charset, "charset");
    if (sketch.length != 0 && sketch.length != SKETCH_SIZE) {
      throw new IllegalArgumentException(
          "a sketch has " + SKETCH_SIZE + " min-hashes, not " + sketch.length);
    }
  }

  /** {@return whether the text is long enough to match nearly} */
  public boolean nearEligible() {
    return (flags & FLAG_NEAR_ELIGIBLE) != 0;
  }

  /** {@return whether the page belongs to a corpus that is only compared with} */
  public boolean reference() {
    return (flags & FLAG_REFERENCE) != 0;
  }

  /**
   * {@return the same fingerprint for a page at another position}
   *
   * @param other the other position
   */
  public Fingerprint at(Coordinates other) {
    return with(other, name);
  }

  /**
   * {@return the same fingerprint for a page with another name}
   *
   * @param other the other name
   */
  public Fingerprint named(PageName other) {
    return with(source, other);
  }

  private Fingerprint with(Coordinates where, PageName called) {
    return new Fingerprint(
        where,
        timestamp,
        url,
        urlHash,
        content,
        bodyHash,
        simhash,
        rest,
        sketch,
        called,
        blocks,
        tokens,
        shingles,
        restShingles,
        language,
        charset,
        flags,
        settings);
  }

  /** {@return its stored form, which starts with its version: about 990 bytes and the URL} */
  public byte[] toBytes() {
    return FingerprintCodec.encode(this);
  }

  /**
   * {@return the fingerprint that was stored}
   *
   * @param stored the result of {@link #toBytes}
   * @throws UnreadableFingerprintException if it has another version, or is truncated or malformed
   */
  public static Fingerprint fromBytes(byte[] stored) throws UnreadableFingerprintException {
    return FingerprintCodec.decode(stored);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Fingerprint that
        && source.equals(that.source)
        && timestamp == that.timestamp
        && url.equals(that.url)
        && urlHash == that.urlHash
        && content.equals(that.content)
        && bodyHash == that.bodyHash
        && simhash == that.simhash
        && rest == that.rest
        && Arrays.equals(sketch, that.sketch)
        && name.equals(that.name)
        && blocks.equals(that.blocks)
        && tokens == that.tokens
        && shingles == that.shingles
        && restShingles == that.restShingles
        && language.equals(that.language)
        && charset.equals(that.charset)
        && flags == that.flags
        && settings == that.settings;
  }

  @Override
  public int hashCode() {
    return source.hashCode() * 31 + content.hashCode();
  }
}
