package dev.crawlsieve.stream.shard;

import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.index.Lookup;
import java.util.Arrays;

/**
 * A page on its way through the shards of its lane.
 *
 * <p>Immutable.
 *
 * @param tick the lane's tick at this page
 * @param known by shard that it has passed: how many leaders the shard had ever been given; not
 *     copied
 * @param found the best match of the leaders that it was compared with so far
 */
public record LaneQuery(LeaderRecord page, long tick, long[] known, Lookup found) {

  /**
   * A page that has passed no shard yet.
   *
   * @param tick the lane's tick at this page, see {@link dev.crawlsieve.core.index.LaneTime#tick}
   */
  public static LaneQuery of(LeaderRecord page, long tick) {
    return new LaneQuery(page, tick, new long[0], Findings.NOTHING);
  }

  /** How many shards it has passed. */
  public int passed() {
    return known.length;
  }

  /** How many leaders a shard had ever been given when the page passed it. */
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
