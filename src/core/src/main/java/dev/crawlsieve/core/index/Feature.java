package dev.crawlsieve.core.index;

/**
 * A 64-bit feature of a record that is stored in table entries, so that candidates are compared in
 * place.
 */
public enum Feature {
  /** What the page says outside its main text, see {@link LeaderRecord#rest}. */
  REST,
  /** SimHash of the text. */
  SIMHASH,
  /**
   * One bit of each min-hash: two sketches differ in at least as many min-hashes as they do in
   * bits.
   */
  SKETCH_BITS;

  public long of(LeaderRecord record) {
    return switch (this) {
      case REST -> WholeText.word(record);
      case SIMHASH -> record.simhash();
      case SKETCH_BITS -> record.sketchBits();
    };
  }
}
