package dev.crawlsieve.core.index.store;

/**
 * How an index divides its memory.
 *
 * @param bytes of heap for tables, filters and records together
 */
record MemoryShares(long bytes) {

  // Until there is a base, the delta gets nearly all. Once there is one, filters get half, up to
  // three quarters if they need more. A sixteenth is for what is being written. Of the rest, two
  // sevenths are for a new delta while the frozen one is being written. Whatever the delta leaves
  // of its share caches the newest records. The filters' share stays reserved even if unused,
  // because a merged run loads its filters all at once.

  private static final int SIXTEENTHS = 16;
  private static final int FIRST_DELTA = 13;
  private static final int LEAST_FILTERS = 8;
  private static final int MOST_FILTERS = 12;
  private static final int BASE_AND_DELTAS = 15;
  private static final int PARTS_OF_DELTAS = 7;
  private static final int PARTS_BESIDE_FROZEN = 2;
  private static final int AHEAD_PART = 32; // 1/32 of the memory, in addition to it
  private static final int LEAST_PAGE_BYTES = 1 << 10;
  private static final int MOST_PAGE_BYTES = 1 << 20;

  private long sixteenths(int count) {
    return count * (bytes / SIXTEENTHS);
  }

  /** The delta's, until there is a base. */
  long firstDelta() {
    return sixteenths(FIRST_DELTA);
  }

  /** Reserved for filters once there is a base. */
  long leastFilters() {
    return sixteenths(LEAST_FILTERS);
  }

  /** The most that filters may take. */
  long mostFilters() {
    return sixteenths(MOST_FILTERS);
  }

  /**
   * The delta's.
   *
   * @param filters reserved for them; 0 if there is no base
   * @param besideFrozen whether a frozen delta is being written
   */
  long delta(long filters, boolean besideFrozen) {
    if (filters == 0 && !besideFrozen) {
      return firstDelta();
    }
    long both = sixteenths(BASE_AND_DELTAS) - Math.max(leastFilters(), filters);
    long second = both / PARTS_OF_DELTAS * PARTS_BESIDE_FROZEN;
    return besideFrozen ? second : both - second;
  }

  /** For cached records: what filters and delta leave. */
  long records(long filters, long delta) {
    return sixteenths(BASE_AND_DELTAS) - filters - delta;
  }

  /** For answers that are prepared, in addition to all others. */
  long ahead() {
    return bytes / AHEAD_PART;
  }

  /** Of a page of the leader log. */
  int page() {
    return (int) Math.max(LEAST_PAGE_BYTES, Math.min(MOST_PAGE_BYTES, bytes / 256));
  }
}
