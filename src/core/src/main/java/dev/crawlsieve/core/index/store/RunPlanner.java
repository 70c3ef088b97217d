package dev.crawlsieve.core.index.store;

import java.util.List;

/**
 * Plans which runs to merge into one. Only neighbours are merged, so each run covers a range of
 * ordinals.
 *
 * @param from index of the first run
 * @param to index after the last run; equal to {@code from} if there is nothing to do
 */
record RunPlanner(int from, int to) {

  // A run is merged with all newer ones when they together have RATIO times its leaders. More runs
  // cost a lookup little, since it tests the filters of all runs but reads few; more merging takes
  // CPU time from lookups. With this ratio there are up to 6 runs after 30 deltas and 12 after a
  // thousand, and a leader is written 2 to 5 times.
  //
  // Only the oldest run can be partly expired. When half of it is, it is rewritten. So it never
  // holds more expired leaders than live ones, and the extra work is bounded.
  private static final double RATIO = 2;

  private static final RunPlanner NONE = new RunPlanner(0, 0);

  /**
   * The next merge.
   *
   * @param runs oldest first
   * @param expired leaders below this ordinal have expired
   */
  static RunPlanner plan(List<TableRun.Id> runs, long expired) {
    long newer = 0;
    for (TableRun.Id run : runs) {
      newer += run.live(expired);
    }
    long end = runs.isEmpty() ? 0 : runs.get(runs.size() - 1).next();
    for (int i = 0; i < runs.size() - 1; i++) {
      long live = runs.get(i).live(expired);
      newer -= live;
      boolean fits = end - runs.get(i).first() <= Integer.MAX_VALUE;
      if (fits && newer >= RATIO * live) {
        return new RunPlanner(i, runs.size());
      }
    }
    return !runs.isEmpty() && isHalfExpired(runs.get(0), expired) ? new RunPlanner(0, 1) : NONE;
  }

  private static boolean isHalfExpired(TableRun.Id run, long expired) {
    long leaders = run.next() - run.first();
    return leaders > 0 && run.live(expired) <= leaders / 2;
  }

  boolean isEmpty() {
    return from == to;
  }
}
