package dev.crawlsieve.core.index.store;

/** What the entries of a table carry, by the leader's local number. */
interface Payloads {

  long get(int local);

  /** What the entries of a bucket have of it side by side, at most 24 bits. */
  default int folded(int local) {
    return BucketPool.fold(get(local));
  }
}
