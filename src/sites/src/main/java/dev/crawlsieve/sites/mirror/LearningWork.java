package dev.crawlsieve.sites.mirror;

/**
 * Limits the work that one record may cause, counted in characters of paths that are read or
 * rewritten.
 *
 * <p>Callers check {@link #spent()} before an evaluation, and skip it if the budget is spent. Work
 * is counted, not timed, so results are the same on every machine.
 */
final class LearningWork {

  /**
   * The budget of one record: a good half second, or a thousand paths of a thousand characters
   * under 60 rules.
   */
  static final long PER_RECORD = 1L << 26;

  /** The cost of a path in addition to its characters. */
  private static final int PATH = 64;

  private long done;
  private long leftOut;

  /** Begins the next record. */
  void begin() {
    done = 0;
  }

  /** Counts a path that is read or rewritten this many times. */
  void path(String path, int times) {
    done += (long) times * (PATH + path.length());
  }

  boolean spent() {
    return done >= PER_RECORD;
  }

  /** Counts evaluations that are skipped. */
  void leaveOut(int evaluations) {
    leftOut += evaluations;
  }

  /** The work counted since the record began. */
  long done() {
    return done;
  }

  /** Number of evaluations skipped since the start. */
  long leftOut() {
    return leftOut;
  }
}
