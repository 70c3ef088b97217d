package dev.crawlsieve.core.index;

/**
 * Finds near copies that agree in some bits of the SimHash. The key is made of those bits; the
 * payload holds all 64.
 *
 * <p>A key is hashed anyway, so its bits are only masked, not moved together.
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
  public boolean holds(ComparedPage record) {
    return record.nearEligible();
  }

  @Override
  public long key(ComparedPage record) {
    return Keys.key(record.simhash() & mask, record.scopeHigh());
  }

  @Override
  public Feature payload() {
    return Feature.SIMHASH;
  }
}
