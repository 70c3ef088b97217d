package dev.crawlsieve.index;

/**
 * A 64-bit feature of a record that table entries carry, so that candidates are compared in place.
 */
enum Feature {
  /** Nothing: the key alone tells candidates apart. */
  NONE {
    @Override
    long of(LeaderRecord record) {
      return 0;
    }
  },
  /** SimHash of the text. */
  SIMHASH {
    @Override
    long of(LeaderRecord record) {
      return record.simhash();
    }
  },
  /** One bit of each min-hash: two sketches differ in at least as many min-hashes as bits. */
  SKETCH_BITS {
    @Override
    long of(LeaderRecord record) {
      return record.sketchBits();
    }
  };

  abstract long of(LeaderRecord record);
}
