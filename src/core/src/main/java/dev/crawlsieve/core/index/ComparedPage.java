package dev.crawlsieve.core.index;

import dev.crawlsieve.core.config.OverrideRule;
import dev.crawlsieve.core.fingerprint.BlockList;
import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.fingerprint.Fingerprint;
import dev.crawlsieve.core.fingerprint.FingerprintCodec;
import dev.crawlsieve.core.fingerprint.StoredBlocks;
import dev.crawlsieve.core.fingerprint.UnreadableFingerprintException;
import dev.crawlsieve.core.name.NameSummary;
import dev.crawlsieve.core.name.PageName;
import dev.crawlsieve.core.text.Sha256;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A page as the index compares it, in the form in which leaders are stored (a leader record): a
 * leader, or a page that may become one.
 *
 * <pre>
 *  0 u8 format version (5)   1 i64, i64 scope key   17 i64 lane offset   25 fingerprint record
 * </pre>
 *
 * <p>The features are read in place. Big-endian.
 */
public final class ComparedPage {

  /**
   * The format version that is written, and the only one that can be read. Version 5 holds
   * fingerprints of version 6.
   */
  public static final byte VERSION = 5;

  private static final int AT_SCOPE_HIGH = 1;
  private static final int AT_SCOPE_LOW = 9;
  private static final int AT_LANE_OFFSET = 17;
  private static final int AT_FINGERPRINT = 25;
  private static final int AT_SKETCH = AT_FINGERPRINT + FingerprintCodec.AT_SKETCH;
  private static final int END_OF_SKETCH = AT_SKETCH + 2 * Fingerprint.SKETCH_SIZE;
  private static final long LOW_BITS = 0x0001000100010001L;
  private static final long ALL_BUT_HIGH_BITS = 0x7fff7fff7fff7fffL;
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final byte[] stored;
  private final SiteCounts site; // not stored
  private final @Nullable OverrideRule override; // not stored
  private @Nullable TellingLine line; // once it is asked for
  private @Nullable SortedBlocks blocks; // likewise
  private final boolean fewShareText;
  private final boolean fewShareSimilarText;

  private ComparedPage(byte[] stored) {
    this(stored, SiteCounts.NONE, null);
  }

  private ComparedPage(byte[] stored, SiteCounts site, @Nullable OverrideRule override) {
    this.stored = stored;
    this.site = site;
    this.override = override;
    this.fewShareText = site.fewShare(this, SiteCounts.NEAR);
    this.fewShareSimilarText = fewShareText && site.fewShare(this, SiteCounts.SIMILAR);
  }

  /**
   * The record of a page.
   *
   * @param scope pages of two scopes never match
   * @param laneOffset offset of the fingerprint in its lane
   * @param fingerprint a fingerprint's stored form, known to be readable
   */
  public static ComparedPage of(ScopeKey scope, long laneOffset, byte[] fingerprint) {
    byte[] stored = new byte[AT_FINGERPRINT + fingerprint.length];
    stored[0] = VERSION;
    LONG.set(stored, AT_SCOPE_HIGH, scope.high());
    LONG.set(stored, AT_SCOPE_LOW, scope.low());
    LONG.set(stored, AT_LANE_OFFSET, laneOffset);
    System.arraycopy(fingerprint, 0, stored, AT_FINGERPRINT, fingerprint.length);
    return new ComparedPage(stored);
  }

  /**
   * Wraps a stored record.
   *
   * @throws IndexException if it is of another version, truncated or malformed
   */
  public static ComparedPage wrap(byte[] stored) {
    if (stored.length > 0 && stored[0] != VERSION) {
      throw new IndexException(
          "a leader record of version "
              + stored[0]
              + ", but this is "
              + VERSION
              + ": an index cannot be carried over to another version; 'replay --into PREFIX'"
              + " decides the same pages again, or start with another topic.prefix");
    }
    try {
      FingerprintCodec.ensureReadable(stored, AT_FINGERPRINT);
    } catch (UnreadableFingerprintException e) {
      throw unreadable(e);
    }
    return new ComparedPage(stored);
  }

  /**
   * The page with what is known of its site when it is decided on. That is no part of its record,
   * and counts where this page is compared with kept ones.
   */
  public ComparedPage informed(SiteCounts known) {
    return new ComparedPage(stored, known, override);
  }

  /**
   * The page with the override that decides on it, which is written in the log beside its
   * fingerprint. It is no part of its record.
   *
   * @param rule null if the rule decides
   */
  public ComparedPage overriddenBy(@Nullable OverrideRule rule) {
    return Objects.equals(rule, override) ? this : new ComparedPage(stored, site, rule);
  }

  /** The override that decides on the page, see {@link #overriddenBy}; null if the rule does. */
  public @Nullable OverrideRule override() {
    return override;
  }

  /** Whether an override drops the page. */
  public boolean dropped() {
    return override != null && override.action() == OverrideRule.Action.DROP;
  }

  /** What is known of the page's site, see {@link #informed}. */
  public SiteCounts site() {
    return site;
  }

  /** Whether few pages of the site have its text, so that it is compared with other names. */
  public boolean fewShareText() {
    return fewShareText;
  }

  /** The same for texts that are only similar. */
  public boolean fewShareSimilarText() {
    return fewShareSimilarText;
  }

  /**
   * Whether the main text may show what page it is, whatever its name: it is long enough for near
   * matches, or lists other pages. Tables and the rule ask this, so that they agree.
   */
  public boolean isKnownByText() {
    return nearEligible() || lists();
  }

  private static IndexException unreadable(UnreadableFingerprintException e) {
    return new IndexException("an unreadable leader record: " + e.getMessage(), e);
  }

  /** The stored form itself, not a copy. */
  public byte[] stored() {
    return stored;
  }

  /** First half of the scope's key, from which table keys are made. */
  public long scopeHigh() {
    return (long) LONG.get(stored, AT_SCOPE_HIGH);
  }

  /** Second half of the scope's key. */
  public long scopeLow() {
    return (long) LONG.get(stored, AT_SCOPE_LOW);
  }

  /** Whether all 128 bits of the scopes' keys are equal. */
  public boolean sameScope(ComparedPage other) {
    return scopeHigh() == other.scopeHigh() && scopeLow() == other.scopeLow();
  }

  /**
   * What stays of the record once the page is forgotten: positions and times, in a scope that no
   * page is in, so that nothing matches it. It keeps the place of the leader, since ordinals are
   * consecutive.
   */
  public ComparedPage forgotten() {
    return of(ScopeKey.FORGOTTEN, laneOffset(), FingerprintCodec.forgotten(stored, AT_FINGERPRINT));
  }

  /** Whether this is all that stays of a forgotten page. */
  public boolean isForgotten() {
    return scopeHigh() == ScopeKey.FORGOTTEN.high() && scopeLow() == ScopeKey.FORGOTTEN.low();
  }

  /** Offset of the fingerprint in its lane. */
  public long laneOffset() {
    return (long) LONG.get(stored, AT_LANE_OFFSET);
  }

  /** The page's position. */
  public Coordinates source() {
    return new Coordinates(
        (int) INT.get(stored, AT_FINGERPRINT + FingerprintCodec.AT_SOURCE_PARTITION),
        (long) LONG.get(stored, AT_FINGERPRINT + FingerprintCodec.AT_SOURCE_OFFSET));
  }

  /** The page record's timestamp, milliseconds since 1970-01-01T00:00Z. */
  public long timestamp() {
    return (long) LONG.get(stored, AT_FINGERPRINT + FingerprintCodec.AT_TIMESTAMP);
  }

  /** The URL as produced. */
  public String url() {
    return FingerprintCodec.url(stored, AT_FINGERPRINT);
  }

  /** Hash of the body's bytes. */
  public long bodyHash() {
    return (long) LONG.get(stored, AT_FINGERPRINT + FingerprintCodec.AT_BODY_HASH);
  }

  /** SimHash of the text. */
  public long simhash() {
    return (long) LONG.get(stored, AT_FINGERPRINT + FingerprintCodec.AT_SIMHASH);
  }

  /** SimHash of the page's title and of its text outside the main text. */
  long rest() {
    return (long) LONG.get(stored, AT_FINGERPRINT + FingerprintCodec.AT_REST);
  }

  /** Number of shingles of that text. */
  int restShingles() {
    return (int) INT.get(stored, AT_FINGERPRINT + FingerprintCodec.AT_REST_SHINGLES);
  }

  /** High half of the content hash. */
  public long contentHigh() {
    return (long) LONG.get(stored, AT_FINGERPRINT + FingerprintCodec.AT_CONTENT_HIGH);
  }

  /** Low half of the content hash. */
  public long contentLow() {
    return (long) LONG.get(stored, AT_FINGERPRINT + FingerprintCodec.AT_CONTENT_LOW);
  }

  /** Whether all 128 bits of the content hashes are equal. */
  public boolean sameContent(ComparedPage other) {
    return contentLow() == other.contentLow() && contentHigh() == other.contentHigh();
  }

  /**
   * Whether two records come from the same record of the topic of pages, which is then in the lane
   * twice or is being decided on again. A recreated topic has other pages at the same positions.
   */
  public boolean samePage(ComparedPage other) {
    return sameContent(other)
        && timestamp() == other.timestamp()
        && urlHash() == other.urlHash()
        && source().equals(other.source());
  }

  /** 64-bit hash of the normalised URL. */
  public long urlHash() {
    return (long) LONG.get(stored, AT_FINGERPRINT + FingerprintCodec.AT_URL_HASH);
  }

  /** Whether there are min-hashes; a text without a shingle has none. */
  public boolean hasSketch() {
    return stored[AT_FINGERPRINT + FingerprintCodec.AT_SKETCH_SIZE] != 0;
  }

  /** The number of the 84 min-hashes that two records share; both must have a sketch. */
  public int equalMinHashes(ComparedPage other) {
    // Four at a time: in each 16-bit lane, adding 0x7fff to the low 15 bits carries into the high
    // bit unless they are all 0. With the lane's own high bit or-ed in, only a lane that is 0 keeps
    // its high bit clear.
    int equal = 0;
    for (int at = AT_SKETCH; at < END_OF_SKETCH; at += 8) {
      long differ = (long) LONG.get(stored, at) ^ (long) LONG.get(other.stored, at);
      long notZero = ((differ & ALL_BUT_HIGH_BITS) + ALL_BUT_HIGH_BITS) | differ;
      equal += Long.bitCount(~(notZero | ALL_BUT_HIGH_BITS));
    }
    return equal;
  }

  /** Whether all min-hashes of a range are equal in two records; both must have a sketch. */
  boolean sameMinHashes(ComparedPage other, int from, int count) {
    int start = AT_SKETCH + 2 * from;
    int end = start + 2 * count;
    return Arrays.equals(stored, start, end, other.stored, start, end);
  }

  /**
   * Copies the sketch, which must exist: 21 longs of four min-hashes, the first in the highest 16
   * bits.
   *
   * @param at index at which the first long is written
   */
  public void copySketch(long[] to, int at) {
    for (int i = 0; i < Fingerprint.SKETCH_SIZE / 4; i++) {
      to[at + i] = (long) LONG.get(stored, AT_SKETCH + 8 * i);
    }
  }

  /** A hash of consecutive min-hashes; the record must have a sketch. Part of the stored format. */
  long hashMinHashes(int from, int count) {
    long hash = 0;
    int at = AT_SKETCH + 2 * from;
    int left = count;
    for (; left >= 4; left -= 4, at += 8) {
      hash = Keys.mix(hash ^ (long) LONG.get(stored, at));
    }
    long rest = 0;
    for (; left > 0; left--, at += 2) {
      rest = (rest << 16) | Short.toUnsignedLong((short) SHORT.get(stored, at));
    }
    return Keys.mix(hash ^ rest);
  }

  /**
   * 64 bits that differ in at most as many positions as the sketches do: the lowest bits of the
   * min-hashes, the last 20 folded onto the first. 0 without a sketch.
   *
   * <p>Li, König: b-Bit Minwise Hashing, WWW 2010, with b = 1.
   */
  long sketchBits() {
    long bits = 0;
    if (hasSketch()) {
      for (int i = 0; i < Fingerprint.SKETCH_SIZE / 4; i++) {
        bits ^= Long.rotateLeft((long) LONG.get(stored, AT_SKETCH + 8 * i) & LOW_BITS, i);
      }
    }
    return bits;
  }

  /** Whether the text is long enough for near matches. */
  public boolean nearEligible() {
    return has(Fingerprint.FLAG_NEAR_ELIGIBLE);
  }

  /** Number of tokens in the text. */
  public int tokens() {
    return (int) INT.get(stored, AT_FINGERPRINT + FingerprintCodec.AT_TOKENS);
  }

  /** Number of shingles in the text, replicas included. */
  public int shingles() {
    return (int) INT.get(stored, AT_FINGERPRINT + FingerprintCodec.AT_SHINGLES);
  }

  /** The page's name, read in place. */
  PageName name() {
    return PageName.in(stored, FingerprintCodec.name(stored, AT_FINGERPRINT));
  }

  /** Whether the names of two pages differ so that tables tell them apart. */
  boolean toldApart(ComparedPage other) {
    return NameSummary.toldApart(nameSummary(), other.nameSummary());
  }

  /** Words of the main text, in the unit of {@link Lost#words}. */
  int mainWords() {
    return StoredBlocks.mainWords(stored, blocksAt());
  }

  /** The share of the page's title or heading that another page says, see {@link BlockList}. */
  double namedIn(ComparedPage other) {
    return StoredBlocks.namedIn(stored, blocksAt(), other.stored, other.blocksAt());
  }

  /**
   * Whether two pages have the same content and say the same, numbers included, outside of it, too;
   * but for times.
   */
  public boolean unchanged(ComparedPage other) {
    return sameContent(other)
        && StoredBlocks.sameWhole(stored, blocksAt(), other.stored, other.blocksAt());
  }

  /**
   * The key under which what is decided on the page is stored in a {@link SiteEvidence.Store}: its
   * scope, its URL and all that is compared of it, in 128 bits that nobody finds twice. So a page
   * that comes again unchanged has the same key.
   */
  public String storeKey() {
    MessageDigest digest = Sha256.digest();
    digest.update(stored, AT_SCOPE_HIGH, AT_LANE_OFFSET - AT_SCOPE_HIGH);
    digest.update(stored, AT_FINGERPRINT + FingerprintCodec.AT_CONTENT_HIGH, 2 * Long.BYTES);
    int from = AT_FINGERPRINT + FingerprintCodec.AT_SIMHASH; // without the hash of the bytes
    digest.update(stored, from, stored.length - from);
    return SiteRecord.SITE + HexFormat.of().formatHex(digest.digest(), 0, 2 * Long.BYTES);
  }

  /** A hash of all that the page says, numbers included, but for times. */
  int whole() {
    return (int) StoredBlocks.whole(stored, blocksAt());
  }

  /** The summary of the page's name, see {@link NameSummary}. */
  public long nameSummary() {
    return name().summary();
  }

  /** A line that most others lack. */
  TellingLine line() {
    TellingLine telling = line;
    if (telling == null) {
      telling = new TellingLine(stored, blocksAt());
      line = telling;
    }
    return telling;
  }

  /** The page's blocks, in the order in which others are found among them. */
  SortedBlocks blocks() {
    SortedBlocks sorted = blocks;
    if (sorted == null) {
      sorted = new SortedBlocks(stored, blocksAt());
      blocks = sorted;
    }
    return sorted;
  }

  /** Index in {@link #stored} of the page's {@link BlockList}. */
  int blocksAt() {
    return FingerprintCodec.blocks(stored, AT_FINGERPRINT);
  }

  /** Whether it is a reference page: compared with, but routed nowhere. */
  public boolean reference() {
    return has(Fingerprint.FLAG_REFERENCE);
  }

  /** Whether only the bytes of its body are compared. */
  public boolean bytes() {
    return has(Fingerprint.FLAG_BYTES);
  }

  /** Whether the main text lists other pages. */
  boolean lists() {
    return has(Fingerprint.FLAG_LIST);
  }

  /** Whether its body broke off. */
  boolean cut() {
    return has(Fingerprint.FLAG_CUT);
  }

  private boolean has(int flag) {
    return (stored[AT_FINGERPRINT + FingerprintCodec.AT_FLAGS] & flag) != 0;
  }

  /**
   * The whole fingerprint, decoded.
   *
   * @throws IndexException if it cannot be read
   */
  public Fingerprint fingerprint() {
    try {
      return FingerprintCodec.decode(stored, AT_FINGERPRINT);
    } catch (UnreadableFingerprintException e) {
      throw unreadable(e);
    }
  }
}
