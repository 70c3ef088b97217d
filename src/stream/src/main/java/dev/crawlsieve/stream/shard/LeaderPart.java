package dev.crawlsieve.stream.shard;

import dev.crawlsieve.core.index.LaneTime;
import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.index.Lookup;

/**
 * The leaders of one shard, whose ordinals count from 0 in the shard; or the newest of a whole
 * lane.
 */
public interface LeaderPart {

  /** What has expired, as of the last {@link #putTime}. */
  LaneTime time();

  /** Sets the time; leaders that have expired by then are no longer found. */
  void putTime(LaneTime time);

  /** Moves time to that of the next page of the lane, as if all leaders were in one index. */
  default void reach(long tick) {
    moveTo(time().reached(tick, nextOrdinal()));
  }

  private void moveTo(LaneTime time) {
    if (time != time()) {
      putTime(time);
    }
  }

  /**
   * Adds a leader, or overwrites it with the same record again.
   *
   * @throws dev.crawlsieve.core.index.IndexException if it would leave a gap, or another leader has
   *     that ordinal
   */
  void put(long ordinal, LeaderRecord leader);

  /**
   * Adds a leader that was kept some time ago.
   *
   * @param tick the lane's tick when it was kept
   */
  default void add(long ordinal, LeaderRecord leader, long tick) {
    put(ordinal, leader);
    moveTo(time().learned(tick, ordinal));
  }

  /** One more than the highest ordinal that was ever put. */
  long nextOrdinal();

  /**
   * The best match of a page.
   *
   * @param contentOnly whether only leaders of the same content are wanted
   * @param from leaders below this ordinal are skipped, as are those that have expired
   */
  Lookup lookup(LeaderRecord page, boolean contentOnly, long from);

  /** Frees leaders below this ordinal, now or later; they will not be asked for. */
  void freeBelow(long ordinal);
}
