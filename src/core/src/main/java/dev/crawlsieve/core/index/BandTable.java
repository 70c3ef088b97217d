package dev.crawlsieve.core.index;

/**
 * Finds near copies that share consecutive min-hashes: a band or a super-shingle. The key is the
 * hash of these min-hashes; an entry's payload holds one bit of each min-hash of the sketch.
 *
 * <p>Sketches that differ in at most d min-hashes differ in at most d of those bits, so no match is
 * lost by rejecting entries that differ in more. Unrelated sketches differ in 32 ± 4 bits.
 *
 * @param name name in verdicts
 * @param from first min-hash, from 0
 * @param rows number of min-hashes
 * @param within the most min-hashes in which a match may differ
 */
record BandTable(String name, int from, int rows, int within) implements Table {

  @Override
  public int keyBits() {
    return 16 * rows;
  }

  @Override
  public boolean holds(ComparedPage record) {
    return record.nearEligible() && record.hasSketch();
  }

  @Override
  public long key(ComparedPage record) {
    return Keys.key(record.hashMinHashes(from, rows), record.scopeHigh());
  }

  @Override
  public Feature payload() {
    return Feature.SKETCH_BITS;
  }
}
