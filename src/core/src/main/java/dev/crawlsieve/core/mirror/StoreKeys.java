package dev.crawlsieve.core.mirror;

import java.nio.ByteBuffer;
import java.util.Locale;

/**
 * The keys of the store, and the order in which a site's paths are sampled.
 *
 * <pre>
 *  'G'                                          global counts
 *  'S' i64 site                                 a site
 *  'P' i64 site, i64 order, i64 leaf, i64 path  a sampled path
 *  'L'                                          present if any links were ever seen
 *  'L' i64 site, i64 order, i64 leaf, i64 path  links to a sampled path
 *  'M' i64 site, i64 pair                       a pair of roots, under each of its sites
 * </pre>
 *
 * <p>For each site the paths with the smallest (order, leaf, path) are kept: a bottom-N sample. The
 * order is a hash of the path read backwards, last segment first, without the parts in which URLs
 * of one page differ (query, path parameters, case, default page, trailing slash). So two sites
 * with the same pages keep the same ones whatever their prefixes, since prefixes come first in a
 * path; and variants of one URL are kept or dropped together.
 */
final class StoreKeys {

  static final byte[] GLOBAL = {'G'};
  static final byte[] LINKS = {'L'};

  private static final int SAMPLE_BYTES = 24;
  private static final int PATH_BYTES = 1 + 8 + SAMPLE_BYTES;

  private StoreKeys() {}

  static byte[] site(String site) {
    return ByteBuffer.allocate(9).put((byte) 'S').putLong(Hash64.of(site)).array();
  }

  static byte[] allSites() {
    return new byte[] {'S'};
  }

  static byte[] allPairs() {
    return new byte[] {'M'};
  }

  static byte[] pairs(String site) {
    return ByteBuffer.allocate(9).put((byte) 'M').putLong(Hash64.of(site)).array();
  }

  static byte[] pair(String site, String pair) {
    return ByteBuffer.allocate(17)
        .put((byte) 'M')
        .putLong(Hash64.of(site))
        .putLong(Hash64.of(pair))
        .array();
  }

  static byte[] paths(String site) {
    return ByteBuffer.allocate(9).put((byte) 'P').putLong(Hash64.of(site)).array();
  }

  static byte[] path(String site, String path) {
    int end = SiteUrl.endOfPath(path);
    int leaf = path.lastIndexOf('/', end - 1) + 1;
    return ByteBuffer.allocate(PATH_BYTES)
        .put((byte) 'P')
        .putLong(Hash64.of(site))
        .putLong(order(path.substring(0, end)))
        .putLong(Hash64.of(path, leaf, path.length()))
        .putLong(Hash64.of(path))
        .array();
  }

  /** The key of the number of links to a path. */
  static byte[] links(byte[] pathKey) {
    byte[] key = pathKey.clone();
    key[0] = 'L';
    return key;
  }

  /** The part of a path's key by which it is sampled; pages with the same name share it. */
  static long order(byte[] pathKey) {
    return ByteBuffer.wrap(pathKey).getLong(9);
  }

  /**
   * 24 bits of the last segment's hash, 20 of the one before it, 20 of the rest: the first two
   * decide alone except for names that occur everywhere.
   */
  private static long order(String path) {
    String plain = UrlForm.skeleton(path.toLowerCase(Locale.ROOT));
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
