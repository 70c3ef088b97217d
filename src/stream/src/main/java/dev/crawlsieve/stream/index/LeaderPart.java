package dev.crawlsieve.stream.index;

import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.LaneTime;
import dev.crawlsieve.core.index.LeaderIndex;
import dev.crawlsieve.core.index.Lookup;

/**
 * Some leaders of a lane: those dealt to one task, with ordinals from 0 there; or the newest, with
 * ordinals in the lane. Where pages are decided on, it also stores what is remembered of them.
 */
public interface LeaderPart extends LeaderIndex {

  /** The lane's time as last set by {@link #putTime}; it determines which leaders have expired. */
  LaneTime time();

  /** Sets the lane's time; leaders that have expired by then are no longer found. */
  void putTime(LaneTime time);

  /** Moves the time on to that of the lane's next page, as if all leaders were in one index. */
  default void reach(long tick) {
    moveTo(time().reached(tick, nextOrdinal()));
  }

  private void moveTo(LaneTime time) {
    if (time != time()) {
      putTime(time);
    }
  }

  /**
   * Adds a leader that was kept some time ago.
   *
   * @param tick the lane's tick when it was kept
   */
  default void add(long ordinal, ComparedPage leader, long tick) {
    put(ordinal, leader);
    moveTo(time().learned(tick, ordinal));
  }

  /**
   * The best match of a page.
   *
   * @param contentOnly whether to look only for leaders of the same content
   * @param from leaders below this ordinal are skipped, as are expired ones
   */
  Lookup lookup(ComparedPage page, boolean contentOnly, long from);

  @Override
  default long tick() {
    return time().tick();
  }

  /**
   * Allows leaders below this ordinal to be freed, now or later; they will not be looked up again.
   */
  void freeBelow(long ordinal);
}
