package dev.crawlsieve.core.index;

/**
 * A 64-bit feature of a record. Table entries hold it as their payload, so candidates are compared
 * without their records.
 */
public enum Feature {
  /** What the page says outside its main text, see {@link WholeText#word}. */
  REST,
  /** SimHash of the text. */
  SIMHASH,
  /**
   * Bits of the min-hashes. Two sketches differ in at least as many min-hashes as in these bits.
   */
  SKETCH_BITS;

  public long of(ComparedPage record) {
    return switch (this) {
      case REST -> WholeText.word(record);
      case SIMHASH -> record.simhash();
      case SKETCH_BITS -> record.sketchBits();
    };
  }
}
