package dev.crawlsieve.sites.mirror;

/**
 * A 64-bit hash of characters: FNV-1a over UTF-16, then the finaliser of MurmurHash3.
 *
 * <p>Anyone can find two texts with the same hash, so it is used to sort and to sample, not to
 * identify. Hashes are stored, so the function must never change.
 */
final class Hash64 {

  private static final long OFFSET = 0xcbf29ce484222325L;
  private static final long PRIME = 0x100000001b3L;

  private Hash64() {}

  static long of(String text, int from, int to) {
    long hash = OFFSET;
    for (int i = from; i < to; i++) {
      hash = (hash ^ text.charAt(i)) * PRIME;
    }
    hash = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
    hash = (hash ^ (hash >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return hash ^ (hash >>> 33);
  }
}
