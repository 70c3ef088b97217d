package dev.crawlsieve.core.index;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * What is stored of a site, and when it expires: with the site's last page, as if that had been
 * kept. An expired record counts as absent wherever one is read, so it does not matter when it is
 * deleted. To find it then, stores have a key without a value for each tick at which it was put.
 *
 * <p>The stored form, big-endian: u8 version (3), i64 tick, u16 length of the site's name, which is
 * what it is forgotten by, the name in UTF-8, then what was learned. Dropped pages that are
 * remembered have records of the same kind, see {@link ComparedPage#storeKey}.
 *
 * @param tick the lane's {@link LaneTime#tick} at the site's last page
 * @param learned what was learned
 * @param site the {@link dev.crawlsieve.core.page.HttpUrl#site site}; empty if nothing is known
 */
public record SiteRecord(long tick, SiteCounts learned, String site) {

  /** What the key of every site begins with. */
  public static final String SITE = "site.";

  /** Length of a site's key: the scope and the site. Those of dropped pages are shorter. */
  static final int SITE_CHARS = SITE.length() + 2 * 32 + 1;

  /** What the keys begin with that say when sites may expire. */
  public static final String EXPIRY = "site-expiry.";

  private static final byte VERSION = 3;
  private static final int HEADER_BYTES = 1 + Long.BYTES;
  private static final int TICK_CHARS = 2 * Long.BYTES;

  private static final SiteRecord NONE = new SiteRecord(0, SiteCounts.NONE, "");

  /** Reads a record, null if there is none. */
  static SiteRecord decode(byte @Nullable [] stored) {
    if (stored == null) {
      return NONE;
    }
    ByteBuffer value = value(stored);
    int length = value.remaining() < Short.BYTES ? Integer.MAX_VALUE : value.getShort() & 0xffff;
    if (length > value.remaining()) {
      throw cutOff();
    }
    byte[] name = new byte[length];
    value.get(name);
    return new SiteRecord(tick(stored), SiteCounts.read(value), new String(name, UTF_8));
  }

  byte[] encode() {
    byte[] name = site.getBytes(UTF_8);
    ByteBuffer value = ByteBuffer.allocate(Short.BYTES + name.length + learned.storedBytes());
    learned.write(value.putShort((short) name.length).put(name));
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
    if (stored.length < HEADER_BYTES) {
      throw cutOff();
    }
    if (stored[0] != VERSION) {
      throw new IndexException(
          "what was learned of a site is of version %d, but this is %d: start a new generation"
              .formatted(stored[0], VERSION));
    }
    return ByteBuffer.wrap(stored).getLong(1);
  }

  private static IndexException cutOff() {
    return new IndexException("what was learned of a site is cut off");
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
