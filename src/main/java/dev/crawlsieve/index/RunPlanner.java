package dev.crawlsieve.index;

/**
 * Which runs are merged into one: neighbours only, so that each run has the leaders from one
 * ordinal to another.
 *
 * @param from the first of them
 * @param to the one after the last; the same if there is nothing to do
 */
record RunPlanner(int from, int to) {

  // A run is merged with all newer ones when those together are RATIO times as large. So there are
  // at most about log2(leaders / leaders of a delta) runs, and a leader is written as often.
  //
  // Only the oldest run can have expired in part. When half of it has, it is written anew: so what
  // has expired is never more than what is live in one run, for a bounded share of work.
  private static final double RATIO = 1.0;

  private static final RunPlanner NONE = new RunPlanner(0, 0);

  /**
   * The next merge.
   *
   * @param runs oldest first
   * @param expired leaders below this ordinal have expired
   */
  static RunPlanner plan(TableRun[] runs, long expired) {
    long newer = 0;
    for (TableRun run : runs) {
      newer += run.live(expired);
    }
    for (int i = 0; i < runs.length; i++) {
      newer -= runs[i].live(expired);
      boolean fits = runs[runs.length - 1].next() - runs[i].first() <= Integer.MAX_VALUE;
      if (i < runs.length - 1 && fits && newer >= RATIO * runs[i].live(expired)) {
        return new RunPlanner(i, runs.length);
      }
    }
    boolean halfExpired =
        runs.length > 0 && runs[0].live(expired) <= (runs[0].next() - runs[0].first()) / 2;
    return halfExpired ? new RunPlanner(0, 1) : NONE;
  }

  boolean isEmpty() {
    return from == to;
  }
}
