package dev.crawlsieve.core.sweep;

import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.verdict.Verdict;

/** The verdicts in force on one lane's pages, as columns by lane offset. */
public final class LaneVerdicts {

  /** Heap bytes per record of the lane. */
  static final int BYTES = 1 + Integer.BYTES + 2 * Long.BYTES;

  private static final byte NONE = 0;
  private static final byte KEPT = 1;
  private static final byte DROPPED = 2;
  private static final int NO_PARTITION = -1;

  private final LaneRange range;
  private final byte[] decisions;
  private final int[] originalPartitions;
  private final long[] originalOffsets;
  private final long[] offsets;

  LaneVerdicts(LaneRange range) {
    this.range = range;
    int records = (int) range.records();
    decisions = new byte[records];
    originalPartitions = new int[records];
    originalOffsets = new long[records];
    offsets = new long[records];
  }

  /**
   * Adds a verdict; one on a page outside the range is ignored, and of two on one page the later
   * one counts, as for any reader of the topic.
   *
   * @param offset the verdict's offset in its partition, which has the page's partition number
   */
  public void put(Verdict verdict, long offset) {
    if (verdict.laneOffset() < range.first() || verdict.laneOffset() >= range.end()) {
      return;
    }
    int at = (int) (verdict.laneOffset() - range.first());
    offsets[at] = offset;
    if (verdict.decision() == Verdict.Decision.UNIQUE) {
      decisions[at] = KEPT;
    } else {
      decisions[at] = DROPPED;
      boolean copy = verdict.duplicateOf() != null;
      originalPartitions[at] = copy ? verdict.duplicateOf().source().partition() : NO_PARTITION;
      originalOffsets[at] = copy ? verdict.duplicateOf().source().offset() : 0;
    }
  }

  private int at(long laneOffset) {
    return (int) (laneOffset - range.first());
  }

  boolean known(long laneOffset) {
    return decisions[at(laneOffset)] != NONE;
  }

  boolean kept(long laneOffset) {
    return decisions[at(laneOffset)] == KEPT;
  }

  /** Whether a dropped page was dropped as a copy of this one. */
  boolean copies(long laneOffset, Coordinates original) {
    int at = at(laneOffset);
    return originalPartitions[at] == original.partition()
        && originalOffsets[at] == original.offset();
  }

  /** Whether a dropped page was dropped without being a copy. */
  boolean copiesNone(long laneOffset) {
    return originalPartitions[at(laneOffset)] == NO_PARTITION;
  }

  /** The verdict's offset in its partition. */
  long offset(long laneOffset) {
    return offsets[at(laneOffset)];
  }
}
