package dev.crawlsieve.measure.sweep;

import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.verdict.Verdict;

/** The verdicts in force on one lane's pages, by lane offset. */
public final class LaneVerdicts {

  private static final int NONE = 0;
  private static final int KEPT = 1;
  private static final int DROPPED = 2;
  private static final int NO_PARTITION = -1;

  private static final int STATE = 0;
  private static final int PARTITION = 1; // of the original page
  private static final int OFFSET = 2; // of the original page
  private static final int VERDICT = 3; // offset of the verdict
  private static final int ROW = 4;

  private final LaneRange range;
  private final LaneRows rows;

  LaneVerdicts(LaneRange range, ReplayRoom room) {
    this.range = range;
    rows = room.rows(range, ROW);
  }

  /**
   * Adds a verdict. A verdict on a page outside the range is ignored. If there are two on one page,
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
    long at = verdict.laneOffset() - range.first();
    rows.put(at, STATE, kept ? KEPT : DROPPED);
    rows.put(at, PARTITION, original == null ? NO_PARTITION : original.source().partition());
    rows.put(at, OFFSET, original == null ? 0 : original.source().offset());
    rows.put(at, VERDICT, offset);
  }

  private long number(long laneOffset, int column) {
    return rows.get(laneOffset - range.first(), column);
  }

  /**
   * Whether there is a verdict on the page with this lane offset. The following methods are only
   * for pages that have one.
   */
  boolean known(long laneOffset) {
    return number(laneOffset, STATE) != NONE;
  }

  boolean kept(long laneOffset) {
    return number(laneOffset, STATE) == KEPT;
  }

  /** Whether a dropped page was dropped as a copy of this one. */
  boolean copies(long laneOffset, Coordinates original) {
    return number(laneOffset, PARTITION) == original.partition()
        && number(laneOffset, OFFSET) == original.offset();
  }

  /** Whether a dropped page was dropped without being a copy. */
  boolean copiesNone(long laneOffset) {
    return number(laneOffset, PARTITION) == NO_PARTITION;
  }

  /** The offset of the verdict in its partition. */
  long offset(long laneOffset) {
    return number(laneOffset, VERDICT);
  }
}
