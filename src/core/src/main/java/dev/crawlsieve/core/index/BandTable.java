package dev.crawlsieve.core.index;

/**
 * Finds near copies that share consecutive min-hashes, a band or a super-shingle: keyed by their
 * hash; entries hold one bit of each min-hash of the sketch.
 *
 * <p>A match that differs in at most d min-hashes differs in at most d of those bits, so refusing
 * entries that differ in more loses no match; unrelated sketches differ in 32 ± 4.
 *
 * @param name name in verdicts
 * @param from first min-hash, from 0
 * @param rows number of min-hashes
 * @param within the most min-hashes in which a match differs
 */
record BandTable(String name, int from, int rows, int within) implements Table {

  @Override
  public int keyBits() {
    return 16 * rows;
  }

  @Override
  public boolean holds(LeaderRecord record) {
    return record.nearEligible() && record.hasSketch();
  }

  @Override
  public long key(LeaderRecord record) {
    return Keys.key(record.hashMinHashes(from, rows), record.scopeHigh());
  }

  @Override
  public Feature payload() {
    return Feature.SKETCH_BITS;
  }
}
