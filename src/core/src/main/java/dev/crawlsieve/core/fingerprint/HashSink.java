package dev.crawlsieve.core.fingerprint;

/** Receives 64-bit hashes in order, a block at a time, to avoid a call per hash. */
@FunctionalInterface
interface HashSink {

  /** The most hashes in a block. */
  int BLOCK = 1024;

  /**
   * Receives the next hashes.
   *
   * @param hashes the block, which the caller overwrites afterwards
   * @param count how many of them are valid, 1 to {@link #BLOCK}
   */
  void accept(long[] hashes, int count);
}
