package dev.crawlsieve.sites.mirror;

/**
 * The work that one record may cause, counted in characters of paths that are read or rewritten.
 *
 * <p>Callers check {@link #spent()} before an evaluation, and skip it if the work is spent.
 * Evaluations do not depend on time, so results are the same everywhere.
 */
final class LearningWork {

  /** A good half second; a thousand paths of a thousand characters under 60 rules. */
  static final long PER_RECORD = 1L << 26;

  /** What a path costs besides its characters. */
  private static final int PATH = 64;

  private long done;
  private long leftOut;

  /** Begins the next record. */
  void begin() {
    done = 0;
  }

  /** A path is read or rewritten this many times. */
  void path(String path, int times) {
    done += (long) times * (PATH + path.length());
  }

  boolean spent() {
    return done >= PER_RECORD;
  }

  /** Counts evaluations that are left out. */
  void leaveOut(int evaluations) {
    leftOut += evaluations;
  }

  /** Since the record began. */
  long done() {
    return done;
  }

  /** Evaluations left out since the start. */
  long leftOut() {
    return leftOut;
  }
}
