package dev.crawlsieve.stream.shard;

import dev.crawlsieve.core.config.OverrideRule;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Lookup;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A page, or a request to forget pages, on its way through the shards of its lane.
 *
 * <p>Immutable.
 *
 * @param tick the lane's tick at this page
 * @param known for each shard that the page has passed: how many leaders it had been given,
 *     including expired ones; not copied
 * @param found the best match among the leaders that it has been compared with so far
 */
public record LaneQuery(ComparedPage page, long tick, long[] known, Lookup found) {

  /**
   * A page that has passed no shard yet.
   *
   * @param tick the lane's tick at this page, see {@link dev.crawlsieve.core.index.LaneTime#tick}
   */
  public static LaneQuery of(ComparedPage page, long tick) {
    return new LaneQuery(page, tick, new long[0], Findings.NOTHING);
  }

  /** The page with the override that decides on it, which does not travel in this record. */
  public LaneQuery overriddenBy(@Nullable OverrideRule rule) {
    return new LaneQuery(page.overriddenBy(rule), tick, known, found);
  }

  /** Number of shards that the page has passed. */
  public int passed() {
    return known.length;
  }

  /**
   * Number of leaders that a shard had been given when the page passed it, including expired ones.
   */
  public long known(int shard) {
    return known[shard];
  }

  /**
   * The ordinal in the lane of the first leader that its shard had not been given when the page
   * passed it. For a page that has passed all shards.
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
   * The page after it has passed the next shard.
   *
   * @param leaders number of leaders that the shard has been given so far
   */
  LaneQuery passing(Lookup answer, long leaders, ShardRule rule) {
    long[] more = Arrays.copyOf(known, known.length + 1);
    more[known.length] = leaders;
    return new LaneQuery(page, tick, more, Findings.joined(page, found, answer, rule));
  }
}
