package dev.crawlsieve.core.fingerprint;

/**
 * The 64-bit hash of a scope's name: FNV-1a, then the finaliser of MurmurHash3.
 *
 * <p>It only chooses the lane: an attacker who finds two names with the same hash merely gets both
 * into one lane. Lanes are stored, so the function must never change.
 */
public final class ScopeHash {

  private ScopeHash() {}

  private static long of(byte[] scope) {
    long hash = 0xcbf29ce484222325L;
    for (byte b : scope) {
      hash = (hash ^ (b & 0xff)) * 0x100000001b3L;
    }
    hash = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
    hash = (hash ^ (hash >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return hash ^ (hash >>> 33);
  }

  /** The lane of a scope. */
  public static int lane(byte[] scope, int lanes) {
    return (int) Long.remainderUnsigned(of(scope), lanes);
  }
}
