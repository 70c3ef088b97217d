package dev.crawlsieve.core.index;

import dev.crawlsieve.core.fingerprint.Fingerprint;

/** Picks the cheapest bands that compare pairs at τ with the target recall. */
public final class BandPlanner {

  // Which pages are compared affects verdicts, so the plan depends only on τ, not on the expected
  // leaders, and the numbers here must never change: other bands give other verdicts.
  //
  // The model, in nanoseconds per page on one core, with b bands of r rows:
  //
  //   b × TABLE  +  BACKGROUND × b × J^r × ENTRY
  //
  // TABLE is one bucket lookup, one added entry if the page is kept, and 30 bytes of memory at a
  // nanosecond each. BACKGROUND is the number of leaders that share the page's template, at a
  // similarity of J = 0.2: one in a hundred out of a million. Unrelated pages share no min-hash.
  // ENTRY is one entry of a bucket plus its share of the records that must be read: at J, one or
  // two entries in a hundred.
  private static final double TABLE_NANOS = 130;
  private static final double ENTRY_NANOS = 20;
  private static final double BACKGROUND = 10_000;
  private static final double BACKGROUND_SIMILARITY = 0.2;
  private static final int MAX_ROWS = 14;

  /** Target probability that a pair exactly at τ is compared. */
  static final double RECALL = 0.95;

  private BandPlanner() {}

  /**
   * The bands for a similarity; the same similarity always gives the same bands.
   *
   * @param threshold τ, in (0, 1]
   * @return the cheapest bands that reach the target recall; if none do, those that come closest
   */
  public static Bands plan(double threshold) {
    Bands best = fewest(1, threshold);
    for (int rows = 2; rows <= MAX_ROWS; rows++) {
      Bands bands = fewest(rows, threshold);
      if (isBetter(bands, best)) {
        best = bands;
      }
    }
    return best;
  }

  /**
   * The fewest bands of this many rows that reach the target recall; if none do, as many as fit
   * into the sketch.
   */
  private static Bands fewest(int rows, double threshold) {
    int most = Fingerprint.SKETCH_SIZE / rows;
    int count = 1;
    Bands bands = new Bands(rows, count, threshold);
    while (!bands.reachesWish() && count < most) {
      bands = new Bands(rows, ++count, threshold);
    }
    return bands;
  }

  private static boolean isBetter(Bands bands, Bands than) {
    if (bands.reachesWish() != than.reachesWish()) {
      return bands.reachesWish();
    }
    return bands.reachesWish()
        ? nanos(bands) < nanos(than)
        : bands.recall(bands.threshold()) > than.recall(than.threshold());
  }

  /** The cost of a page according to the model, in nanoseconds. */
  static double nanos(Bands bands) {
    double entries = BACKGROUND * Math.pow(BACKGROUND_SIMILARITY, bands.rows());
    return bands.count() * (TABLE_NANOS + entries * ENTRY_NANOS);
  }
}
