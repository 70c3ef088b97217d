package dev.crawlsieve.stream.index;

import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.index.Lookup;
import java.util.function.BooleanSupplier;

/**
 * A part of a lane's leaders, with ordinals of its own, read while leaders come and go.
 *
 * <p>All methods throw {@link LaneNotHereException} if the part is not on this instance.
 */
public interface PartView {

  /** How many leaders the part has been given, ever. */
  long given() throws LaneNotHereException;

  /**
   * The ordinal below which the part has let go of leaders that have not expired; 0 if there are
   * none.
   */
  long heldFrom() throws LaneNotHereException;

  /** The ordinal below which leaders have expired. */
  long expired() throws LaneNotHereException;

  /**
   * The best match of a page if it came next.
   *
   * @param tick the lane's tick then, see {@link dev.crawlsieve.core.index.LaneTime#tick}
   * @param from leaders below this ordinal are skipped
   */
  Lookup lookup(LeaderRecord page, long tick, long from) throws LaneNotHereException;

  /**
   * The offset of the lane up to which pages are decided on, at least, and their leaders given to
   * this part; -1 if that is not known. Only where the lane is decided on.
   */
  long asOf() throws LaneNotHereException;

  /**
   * The leaders that are nearest to a page.
   *
   * @param count how many to return
   * @param atMost how many leaders to read at most, newest first
   * @param enough polled now and then; true ends the search
   */
  NearestLeaders nearest(LeaderRecord page, int count, long atMost, BooleanSupplier enough)
      throws LaneNotHereException;
}
