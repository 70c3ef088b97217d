package dev.crawlsieve.core.fingerprint;

/** Takes 64-bit hashes in their order, a block at a time, so that no call is made per hash. */
@FunctionalInterface
interface HashSink {

  /** Most hashes in a block. */
  int BLOCK = 1024;

  /**
   * Takes the next hashes.
   *
   * @param hashes the block; the caller writes over it afterwards
   * @param count how many of them count, 1 to {@link #BLOCK}
   */
  void accept(long[] hashes, int count);
}
