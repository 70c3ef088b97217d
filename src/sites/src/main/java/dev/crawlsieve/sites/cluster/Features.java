package dev.crawlsieve.sites.cluster;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What policies compare about a page in addition to its URL: the features that it declares, and the
 * length of its text. Not the features of its fingerprint, which detectors compare.
 *
 * @param canonical where its canonical link points
 * @param score its score, finite; NaN if it has none
 * @param fetchedMillis when it was fetched, milliseconds since 1970-01-01T00:00Z; {@link #UNKNOWN}
 *     if unknown
 * @param tokens number of tokens in its text; {@link #UNMEASURED} unless the policy compares it
 */
public record Features(Canonical canonical, double score, long fetchedMillis, int tokens) {

  /** An unknown time. */
  public static final long UNKNOWN = Long.MIN_VALUE;

  /** The length of a text if the policy does not compare it. */
  public static final int UNMEASURED = -1;

  /** The features of a page that declares nothing. */
  public static final Features NONE = new Features(Canonical.NONE, Double.NaN, UNKNOWN);

  /** Where a page's canonical link points. */
  public enum Canonical {
    /** The page has no canonical link. */
    NONE,
    /** It points to the page's own URL. */
    OWN,
    /** It points to another URL. */
    OTHER
  }

  private static final byte VERSION = 1;

  /** Stored as its index in this list. */
  private static final List<Canonical> STORED =
      List.of(Canonical.NONE, Canonical.OWN, Canonical.OTHER);

  private static final int BYTES = 2 + Double.BYTES + Long.BYTES;

  public Features {
    Objects.requireNonNull(canonical, "canonical");
    if (Double.isInfinite(score)) {
      throw new IllegalArgumentException("a score of " + score + ", must be finite");
    }
    if (tokens < UNMEASURED) {
      throw new IllegalArgumentException("a text of " + tokens + " tokens");
    }
    // Only one zero and one NaN, so that features with equal scores are equal.
    score = Double.isNaN(score) ? Double.NaN : score + 0.0;
  }

  /**
   * The features that a page declares, without the length of its text.
   *
   * @param canonical where its canonical link points
   * @param score its score, finite; NaN if it has none
   * @param fetchedMillis when it was fetched, milliseconds since 1970-01-01T00:00Z
   */
  public Features(Canonical canonical, double score, long fetchedMillis) {
    this(canonical, score, fetchedMillis, UNMEASURED);
  }

  /**
   * These features with the length of the page's text, if the policy compares it.
   *
   * @param length number of tokens in the text
   */
  public Features measured(ClusterSettings settings, int length) {
    return settings.byLength() ? withTokens(length) : this;
  }

  /** Whether the length of the page's text is known. */
  public boolean measured() {
    return tokens != UNMEASURED;
  }

  /** Whether the page has a score. */
  public boolean scored() {
    return !Double.isNaN(score);
  }

  /** Whether it is known when the page was fetched. */
  public boolean dated() {
    return fetchedMillis != UNKNOWN;
  }

  /**
   * The stored form of the declared features, big-endian, 18 bytes:
   *
   * <pre>
   *  0 u8 format version (1)   1 u8 canonical   2 f64 score   10 i64 fetched
   * </pre>
   */
  public byte[] encode() {
    return ByteBuffer.allocate(BYTES)
        .put(VERSION)
        .put((byte) STORED.indexOf(canonical))
        .putDouble(score)
        .putLong(fetchedMillis)
        .array();
  }

  /** Decodes the stored form; empty if it is malformed or of another version. */
  public static Optional<Features> decode(byte[] stored) {
    if (stored == null || stored.length != BYTES || stored[0] != VERSION) {
      return Optional.empty();
    }
    ByteBuffer in = ByteBuffer.wrap(stored, 1, BYTES - 1);
    int canonical = in.get() & 0xff;
    double score = in.getDouble();
    return canonical < STORED.size() && !Double.isInfinite(score)
        ? Optional.of(new Features(STORED.get(canonical), score, in.getLong()))
        : Optional.empty();
  }

  /** These features with the length of the page's text. */
  Features withTokens(int other) {
    return new Features(canonical, score, fetchedMillis, other);
  }
}
