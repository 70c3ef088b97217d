package dev.crawlsieve.core.index;

/**
 * A 64-bit feature of a record that is stored in table entries, so that candidates are compared in
 * place.
 */
public enum Feature {
  /** What the page says beside its main text, see {@link LeaderRecord#rest}. */
  REST {
    @Override
    public long of(LeaderRecord record) {
      return WholeText.word(record);
    }
  },
  /** SimHash of the text. */
  SIMHASH {
    @Override
    public long of(LeaderRecord record) {
      return record.simhash();
    }
  },
  /**
   * One bit of each min-hash: two sketches differ in at least as many min-hashes as they do in
   * bits.
   */
  SKETCH_BITS {
    @Override
    public long of(LeaderRecord record) {
      return record.sketchBits();
    }
  };

  public abstract long of(LeaderRecord record);
}
