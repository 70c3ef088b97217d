package dev.crawlsieve.core.index.store;

/** The payloads of a table's entries in memory, by the leader's local number. */
interface Payloads {

  long get(int local);

  /** At most 24 bits of a payload, which {@link BucketPool} stores with each entry. */
  default int folded(int local) {
    return BucketPool.fold(get(local));
  }
}
