package dev.crawlsieve.core.index;

import java.util.Comparator;

/** Picks the cheapest SimHash tables for k and the expected number of leaders. */
final class TablePlanner {

  // The model, in nanoseconds per page on one core, with T tables of at least b bits and N leaders:
  //
  //   T × PROBE  +  T × N / 2^b × CANDIDATE  +  T × ENTRY_BYTES × BYTE
  //
  // PROBE is one bucket lookup and, for a page that is kept, one added entry: one or two cache
  // misses each. CANDIDATE is one comparison in a contiguous bucket. BYTE prices the memory (or
  // disk) that a table costs per leader, so that more tables must be worth it; a table whose
  // buckets hold less than one leader costs a slot for each. The bound on memory is left out on
  // purpose: what a verdict says about tables then depends only on k and the expected leaders.
  private static final double PROBE_NANOS = 100;
  private static final double CANDIDATE_NANOS = 1;
  private static final double BYTE_NANOS = 1;
  private static final double ENTRY_BYTES = 10;
  private static final double SLOT_BYTES = 20;

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
    double slots = SLOT_BYTES * Math.min(1, 1 / Math.max(inBucket, 1e-9));
    return tables * (PROBE_NANOS + inBucket * CANDIDATE_NANOS + (ENTRY_BYTES + slots) * BYTE_NANOS);
  }
}
