package dev.crawlsieve.core.shard;

import dev.crawlsieve.core.index.LaneTime;
import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.index.PartLookup;

/** A part of a lane's leaders that expire at the same pages as they would in a single index. */
final class DatedPart {

  private final LeaderPart part;

  DatedPart(LeaderPart part) {
    this.part = part;
  }

  /** Moves time to that of the next page of the lane. */
  void reach(long tick) {
    move(part.time().reached(tick, part.nextOrdinal()));
  }

  /**
   * Adds a leader.
   *
   * @param tick the lane's tick when it was kept
   */
  void add(long ordinal, LeaderRecord leader, long tick) {
    part.put(ordinal, leader);
    move(part.time().learned(tick, ordinal));
  }

  private void move(LaneTime time) {
    if (time != part.time()) {
      part.putTime(time);
    }
  }

  PartLookup lookup(LeaderRecord page, boolean contentOnly, long from) {
    return part.lookup(page, contentOnly, from);
  }

  long nextOrdinal() {
    return part.nextOrdinal();
  }

  void freeBelow(long ordinal) {
    part.freeBelow(ordinal);
  }

  /** Leaders below this ordinal have expired. */
  long expired() {
    return part.time().expired();
  }
}
