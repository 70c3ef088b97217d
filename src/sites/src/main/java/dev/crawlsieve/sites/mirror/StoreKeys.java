package dev.crawlsieve.sites.mirror;

import dev.crawlsieve.core.text.Ascii;
import dev.crawlsieve.core.text.Sha256;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The keys of the store, and the order in which a site's paths are sampled.
 *
 * <pre>
 *  'G'                                   global counts
 *  'S' site                              a site
 *  'P' site, i64 order, i64 leaf, path   a sampled path
 *  'M' site, pair                        a pair of roots, under each of its sites
 * </pre>
 *
 * <p>A site, path or pair in a key is the first 128 bits of the SHA-256 of its name. The hash must
 * be a strong one: owners of crawled sites choose the names, and names with equal keys count as
 * one. Order and leaf only sort the paths of a site, so weaker hashes suffice for them.
 *
 * <p>For each site, the paths with the smallest (order, leaf, path) are kept: a bottom-N sample.
 * The order is a hash of the path read backwards, last segment first, without the parts in which
 * URLs of one page may differ (query, path parameters, case, default page, trailing slash).
 * Prefixes come first in a path, so two sites with the same pages under different prefixes sample
 * the same pages. Variants of one URL are kept or dropped together.
 */
final class StoreKeys {

  private static final int HASH_BYTES = 16;

  static final byte[] GLOBAL = key('G');

  private StoreKeys() {}

  private static byte[] key(char kind, byte[]... parts) {
    ByteArrayOutputStream key = new ByteArrayOutputStream();
    key.write(kind);
    for (byte[] part : parts) {
      key.writeBytes(part);
    }
    return key.toByteArray();
  }

  private static byte[] hash(String name) {
    return Arrays.copyOf(Sha256.digest().digest(Fields.bytes(name)), HASH_BYTES);
  }

  static byte[] site(String site) {
    return key('S', hash(site));
  }

  static byte[] allSites() {
    return key('S');
  }

  static byte[] allPairs() {
    return key('M');
  }

  static byte[] pairs(String site) {
    return key('M', hash(site));
  }

  static byte[] pair(String site, String pair) {
    return key('M', hash(site), hash(pair));
  }

  static byte[] paths(String site) {
    return key('P', hash(site));
  }

  static byte[] path(String site, String path) {
    int end = SiteUrl.endOfPath(path);
    int leaf = path.lastIndexOf('/', end - 1) + 1;
    ByteBuffer place = ByteBuffer.allocate(2 * Long.BYTES);
    place.putLong(order(path.substring(0, end))).putLong(Hash64.of(path, leaf, path.length()));
    return key('P', hash(site), place.array(), hash(path));
  }

  /** The prefix of the keys of all paths that may be variants of this one. */
  static byte[] variants(String site, String path) {
    byte[] order = new byte[Long.BYTES];
    ByteBuffer.wrap(order).putLong(order(path.substring(0, SiteUrl.endOfPath(path))));
    return key('P', hash(site), order);
  }

  /** The part of a path's key by which it is sampled; paths with the same name share it. */
  static long order(byte[] pathKey) {
    return ByteBuffer.wrap(pathKey).getLong(1 + HASH_BYTES);
  }

  /**
   * The order of a path: 24 bits of the hash of its last segment, 20 of the segment before, 20 of
   * the rest. The first two decide, except for names that occur everywhere.
   */
  private static long order(String path) {
    String plain = UrlForm.skeleton(Ascii.lower(path));
    int last = plain.lastIndexOf('/');
    int before = last <= 0 ? -1 : plain.lastIndexOf('/', last - 1);
    long order = Hash64.of(plain, last + 1, plain.length()) >>> 40 << 40;
    if (last > 0) {
      order |= Hash64.of(plain, before + 1, last) >>> 44 << 20;
    }
    if (before > 0) {
      order |= Hash64.of(plain, 0, before) >>> 44;
    }
    return order;
  }
}
