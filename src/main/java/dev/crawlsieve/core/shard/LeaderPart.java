package dev.crawlsieve.core.shard;

import dev.crawlsieve.core.index.LaneTime;
import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.index.PartLookup;

/**
 * The leaders of one shard, or the newest of them, with ordinals of their own: the shard's first
 * leader is 0.
 */
public interface LeaderPart {

  /** What has expired, as of the last {@link #putTime}. */
  LaneTime time();

  /** Moves time; leaders that have expired by it are not found from now on. */
  void putTime(LaneTime time);

  /**
   * Adds a leader, or overwrites it with the same record again.
   *
   * @throws dev.crawlsieve.core.index.IndexException if it would leave a gap, or another leader has
   *     that ordinal
   */
  void put(long ordinal, LeaderRecord leader);

  /** One more than the highest ordinal that was ever put. */
  long nextOrdinal();

  /**
   * The best match of a page.
   *
   * @param contentOnly whether only leaders of the same content are wanted
   * @param from leaders below this ordinal are skipped, as are those that have expired
   */
  PartLookup lookup(LeaderRecord page, boolean contentOnly, long from);

  /** Frees leaders below this ordinal, now or later; they will not be asked for. */
  void freeBelow(long ordinal);
}
