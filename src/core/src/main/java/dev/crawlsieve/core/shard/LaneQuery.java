package dev.crawlsieve.core.shard;

import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.index.Lookup;
import java.util.Arrays;

/**
 * A page on its way through the shards of its lane.
 *
 * <p>Immutable.
 */
public final class LaneQuery {

  private final LeaderRecord page;
  private final long tick;
  private final long[] known;
  private final Lookup found;

  LaneQuery(LeaderRecord page, long tick, long[] known, Lookup found) {
    this.page = page;
    this.found = found;
    this.tick = tick;
    this.known = known;
  }

  /**
   * A page that has passed no shard yet.
   *
   * @param tick the lane's tick at this page, see {@link dev.crawlsieve.core.index.LaneTime#tick}
   */
  public static LaneQuery of(LeaderRecord page, long tick) {
    return new LaneQuery(page, tick, new long[0], Findings.NOTHING);
  }

  /** The page. */
  public LeaderRecord page() {
    return page;
  }

  /** The lane's tick at this page. */
  public long tick() {
    return tick;
  }

  /** How many shards it has passed. */
  public int passed() {
    return known.length;
  }

  /** How many leaders a shard had been given, ever, when the page passed it. */
  public long known(int shard) {
    return known[shard];
  }

  /**
   * The first leader of the lane, by its ordinal there, that its shard had not been given when the
   * page passed it; of a page that has passed all shards.
   */
  public long firstUnknown() {
    int shards = known.length;
    long first = Long.MAX_VALUE;
    for (int shard = 0; shard < shards; shard++) {
      long given = Math.min(known[shard], Long.MAX_VALUE / shards - 1); // or it would overflow
      first = Math.min(first, given * shards + shard);
    }
    return first;
  }

  /** The best match of the leaders that it was compared with so far. */
  Lookup found() {
    return found;
  }

  /**
   * The page after the next shard.
   *
   * @param leaders how many leaders the shard has been given so far
   */
  LaneQuery passing(Lookup answer, long leaders, ShardRule rule) {
    long[] more = Arrays.copyOf(known, known.length + 1);
    more[known.length] = leaders;
    return new LaneQuery(page, tick, more, Findings.joined(page, found, answer, rule));
  }
}
