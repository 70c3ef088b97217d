package dev.crawlsieve.core.index;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * What is stored of a site, and when it expires: with the site's last page, as if that had been
 * kept. An expired record counts as absent wherever one is read, so it does not matter when it is
 * deleted. To find it then, stores have a key without a value for each tick at which it was put.
 *
 * <p>The stored form, big-endian: u8 version (2), i64 tick, then what was learned. Dropped pages
 * that are remembered have records of the same kind, see {@link ComparedPage#storeKey}.
 *
 * @param tick the lane's {@link LaneTime#tick} at the site's last page
 * @param learned what was learned
 */
public record SiteRecord(long tick, SiteCounts learned) {

  /** What the key of every site begins with. */
  public static final String SITE = "site.";

  /** What the keys begin with that say when sites may expire. */
  public static final String EXPIRY = "site-expiry.";

  private static final byte VERSION = 2;
  private static final int HEADER_BYTES = 1 + Long.BYTES;
  private static final int TICK_CHARS = 2 * Long.BYTES;

  private static final SiteRecord NONE = new SiteRecord(0, SiteCounts.NONE);

  /** Reads a record, null if there is none. */
  static SiteRecord decode(byte @Nullable [] stored) {
    if (stored == null) {
      return NONE;
    }
    return new SiteRecord(tick(stored), SiteCounts.read(value(stored)));
  }

  byte[] encode() {
    ByteBuffer value = ByteBuffer.allocate(learned.storedBytes());
    learned.write(value);
    return encode(tick, value.array());
  }

  /** A record of anything that is learned at a tick. */
  public static byte[] encode(long tick, byte[] value) {
    int bytes = HEADER_BYTES + value.length;
    return ByteBuffer.allocate(bytes).put(VERSION).putLong(tick).put(value).array();
  }

  /** What follows the tick of a record. */
  public static ByteBuffer value(byte[] stored) {
    tick(stored); // checks the version
    return ByteBuffer.wrap(stored).position(HEADER_BYTES);
  }

  /** What is still known at a tick. */
  SiteCounts at(long now) {
    return tick < LaneTime.oldest(now) ? SiteCounts.NONE : learned;
  }

  /** Whether a record has expired at a tick. */
  public static boolean isExpired(byte[] stored, long now) {
    return tick(stored) < LaneTime.oldest(now);
  }

  private static long tick(byte[] stored) {
    if (stored.length < HEADER_BYTES || stored[0] != VERSION) {
      throw new IndexException(
          stored.length < HEADER_BYTES
              ? "what was learned of a site is cut off"
              : ("what was learned of a site is of version %d, but this is %d: start a new"
                      + " generation")
                  .formatted(stored[0], VERSION));
    }
    return ByteBuffer.wrap(stored).getLong(1);
  }

  /**
   * The key that says when a site may expire; such keys sort by time.
   *
   * @param site the site's key
   * @param stored its record
   */
  public static String expiryKey(String site, byte[] stored) {
    return expiryKey(tick(stored)) + site;
  }

  private static String expiryKey(long tick) {
    return EXPIRY + HexFormat.of().toHexDigits(tick ^ Long.MIN_VALUE);
  }

  /** The keys of all sites that have expired at a tick sort before this one. */
  public static String expiredBefore(long now) {
    return expiryKey(LaneTime.oldest(now));
  }

  /** The key of the site that may have expired. */
  public static String site(String expiryKey) {
    return expiryKey.substring(EXPIRY.length() + TICK_CHARS);
  }

  /** Whether a site's record has not been put again since. */
  public static boolean isLast(String expiryKey, byte[] stored) {
    return expiryKey.startsWith(expiryKey(tick(stored)));
  }
}
