package dev.crawlsieve.core.sweep;

import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.sweep.LaneRows.Row;
import dev.crawlsieve.core.verdict.Verdict;

/** The verdicts in force on one lane's pages, by lane offset. */
public final class LaneVerdicts {

  // A row has the decision, the position of the original, and the offset of the verdict.

  private static final int NONE = 0;
  private static final int KEPT = 1;
  private static final int DROPPED = 2;
  private static final int NO_PARTITION = -1;

  private final LaneRange range;
  private final LaneRows rows;
  private Row row = new Row(NONE, NO_PARTITION, 0, 0); // of the present page

  LaneVerdicts(LaneRange range, LaneRows rows) {
    this.range = range;
    this.rows = rows;
  }

  /**
   * Adds a verdict; one on a page outside the range is ignored, and if there are two on one page,
   * the later one counts, as for any reader of the topic.
   *
   * @param offset the verdict's offset in its partition, which has the page's partition number
   */
  public void put(Verdict verdict, long offset) {
    if (verdict.laneOffset() < range.first() || verdict.laneOffset() >= range.end()) {
      return;
    }
    Verdict.Original original = verdict.duplicateOf();
    boolean kept = verdict.decision() == Verdict.Decision.UNIQUE;
    rows.put(
        verdict.laneOffset() - range.first(),
        new Row(
            kept ? KEPT : DROPPED,
            original == null ? NO_PARTITION : original.source().partition(),
            original == null ? 0 : original.source().offset(),
            offset));
  }

  /** Moves to a page; all that follows is about the verdict on it. */
  void at(long laneOffset) {
    row = rows.get(laneOffset - range.first());
  }

  boolean known() {
    return row.state() != NONE;
  }

  boolean kept() {
    return row.state() == KEPT;
  }

  /** Whether a dropped page was dropped as a copy of this one. */
  boolean copies(Coordinates original) {
    return row.partition() == original.partition() && row.first() == original.offset();
  }

  /** Whether a dropped page was dropped without being a copy. */
  boolean copiesNone() {
    return row.partition() == NO_PARTITION;
  }

  /** The verdict's offset in its partition. */
  long offset() {
    return row.second();
  }
}
