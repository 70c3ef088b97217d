package dev.crawlsieve.core.index;

/**
 * Finds near copies that agree in some bits of the SimHash: keyed by those bits; entries hold all
 * 64.
 *
 * <p>A key is hashed anyway, so the bits are only masked, not gathered.
 *
 * @param name name in verdicts
 * @param mask the bits of the SimHash that form the key
 * @param within k, the greatest Hamming distance of a match, in bits
 */
public record SimHashTable(String name, long mask, int within) implements Table {

  @Override
  public int keyBits() {
    return Long.bitCount(mask);
  }

  @Override
  public boolean holds(LeaderRecord record) {
    return record.nearEligible();
  }

  @Override
  public long key(LeaderRecord record) {
    return Keys.key(record.simhash() & mask, record.scopeHigh());
  }

  @Override
  public Feature payload() {
    return Feature.SIMHASH;
  }
}
