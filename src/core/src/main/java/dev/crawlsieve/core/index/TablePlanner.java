package dev.crawlsieve.core.index;

import java.util.Comparator;

/** Picks the cheapest SimHash tables for k and the expected number of leaders. */
final class TablePlanner {

  // The model, in nanoseconds per page on one core, with T tables of at least b bits and N leaders:
  //
  //   T × (PROBE  +  N / 2^b × CANDIDATE  +  TABLE_BYTES × BYTE)
  //
  // PROBE is one bucket lookup and, for a page that is kept, one added entry: one or two cache
  // misses each. CANDIDATE is one comparison in a contiguous bucket, 21 to a cache line. BYTE
  // prices the memory (or disk) that a table costs per leader: with 4 tables instead of 10 a lane
  // holds a quarter more leaders, which is worth a few percent of its time. The bound on memory is
  // left out on purpose: the table that a verdict names then depends only on k and the expected
  // leaders.
  private static final double PROBE_NANOS = 100;
  private static final double CANDIDATE_NANOS = 0.4;
  private static final double TABLE_BYTES = 7;
  private static final double BYTE_NANOS = 20;

  private TablePlanner() {}

  /** The layout for k, in bits, and the expected leaders. */
  static TableLayout plan(int maxDistance, long expectedLeaders) {
    return TableLayout.all(maxDistance).stream()
        .min(Comparator.comparingDouble(layout -> nanos(layout, expectedLeaders)))
        .orElseThrow();
  }

  /** The cost of a page according to the model, in nanoseconds. */
  static double nanos(TableLayout layout, long leaders) {
    double tables = layout.tables().size() - 1;
    int keyBits = layout.tables().stream().skip(1).mapToInt(Table::keyBits).min().orElseThrow();
    double inBucket = leaders / Math.pow(2, keyBits);
    return tables * (PROBE_NANOS + inBucket * CANDIDATE_NANOS + TABLE_BYTES * BYTE_NANOS);
  }
}
