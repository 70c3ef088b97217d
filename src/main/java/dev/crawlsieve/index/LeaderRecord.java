package dev.crawlsieve.index;

import dev.crawlsieve.fingerprint.Fingerprint;
import dev.crawlsieve.fingerprint.FingerprintCodec;
import dev.crawlsieve.fingerprint.UnreadableFingerprintException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A page as the index knows it, in its stored form: a leader, or a page that may become one.
 *
 * <pre>
 *  0 u8 format version (1)   1 i64 scope hash   9 i64 lane offset   17 fingerprint record
 * </pre>
 *
 * <p>The features are read in place. Big-endian.
 */
public final class LeaderRecord {

  private static final byte VERSION = 1;
  private static final int AT_SCOPE = 1;
  private static final int AT_LANE_OFFSET = 9;
  private static final int AT_FINGERPRINT = 17;
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final byte[] stored;

  private LeaderRecord(byte[] stored) {
    this.stored = stored;
  }

  /**
   * The record of a page.
   *
   * @param scope 64-bit hash of the scope; pages of two scopes never match
   * @param laneOffset offset of the fingerprint in its lane
   * @param fingerprint a fingerprint's stored form, known to be readable
   */
  public static LeaderRecord of(long scope, long laneOffset, byte[] fingerprint) {
    byte[] stored = new byte[AT_FINGERPRINT + fingerprint.length];
    stored[0] = VERSION;
    LONG.set(stored, AT_SCOPE, scope);
    LONG.set(stored, AT_LANE_OFFSET, laneOffset);
    System.arraycopy(fingerprint, 0, stored, AT_FINGERPRINT, fingerprint.length);
    return new LeaderRecord(stored);
  }

  /**
   * A record as it was stored.
   *
   * @throws IndexException if it is of another version or too short
   */
  public static LeaderRecord wrap(byte[] stored) {
    if (stored.length < AT_FINGERPRINT + 75) {
      throw new IndexException("a leader record of " + stored.length + " bytes is cut");
    }
    if (stored[0] != VERSION || stored[AT_FINGERPRINT] != FingerprintCodec.VERSION) {
      throw new IndexException(
          "a leader record of version "
              + stored[0]
              + "."
              + stored[AT_FINGERPRINT]
              + ", this is "
              + VERSION
              + "."
              + FingerprintCodec.VERSION
              + ": start a new generation (another topic.prefix or application.id)");
    }
    return new LeaderRecord(stored);
  }

  /** The stored form itself, not a copy. */
  public byte[] stored() {
    return stored;
  }

  /** 64-bit hash of the scope. */
  public long scope() {
    return (long) LONG.get(stored, AT_SCOPE);
  }

  /** Offset of the fingerprint in its lane. */
  public long laneOffset() {
    return (long) LONG.get(stored, AT_LANE_OFFSET);
  }

  /** SimHash of the text. */
  public long simhash() {
    return (long) LONG.get(stored, AT_FINGERPRINT + FingerprintCodec.AT_SIMHASH);
  }

  /** High half of the content hash. */
  public long contentHigh() {
    return (long) LONG.get(stored, AT_FINGERPRINT + FingerprintCodec.AT_CONTENT_HIGH);
  }

  /** Low half of the content hash. */
  public long contentLow() {
    return (long) LONG.get(stored, AT_FINGERPRINT + FingerprintCodec.AT_CONTENT_LOW);
  }

  /** 64-bit hash of the normalised URL. */
  public long urlHash() {
    return (long) LONG.get(stored, AT_FINGERPRINT + FingerprintCodec.AT_URL_HASH);
  }

  /** Whether the text is long enough to match nearly. */
  public boolean nearEligible() {
    return (stored[AT_FINGERPRINT + FingerprintCodec.AT_FLAGS] & Fingerprint.FLAG_NEAR_ELIGIBLE)
        != 0;
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
      throw new IndexException("unreadable leader record: " + e.getMessage(), e);
    }
  }
}
