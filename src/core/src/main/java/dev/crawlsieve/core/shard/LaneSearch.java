package dev.crawlsieve.core.shard;

import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.index.Lookup;
import dev.crawlsieve.core.verdict.Verdict;
import java.util.List;

/**
 * Says what would be decided on a page that is not in the lane: each part of the lane's leaders is
 * searched separately, and the results are combined here. Nothing is kept.
 *
 * <p>Immutable.
 *
 * @param basis detector and settings, for the verdicts
 */
public record LaneSearch(ShardRule rule, Verdict.Basis basis) {

  /**
   * What one part says about a page.
   *
   * @param leaders how many leaders the part had been given, ever, before the lookup
   */
  public static LaneQuery alone(LeaderRecord page, Lookup found, long leaders) {
    return new LaneQuery(page, 0, new long[] {leaders}, Finding.of(found, page));
  }

  /**
   * The page as if it had passed all shards.
   *
   * @param page before the first shard
   * @param shards what each shard says, in their order
   */
  public LaneQuery joined(LaneQuery page, List<LaneQuery> shards) {
    long[] known = new long[shards.size()];
    Finding finding = Finding.NOTHING;
    for (int shard = 0; shard < known.length; shard++) {
      known[shard] = shards.get(shard).known(0);
      finding = finding.with(shards.get(shard).finding(), rule);
    }
    return new LaneQuery(page.page(), page.tick(), known, finding);
  }

  /**
   * What would be decided.
   *
   * @param passed the page, after all shards
   * @param newest what the lane's newest leaders say, beside the decider
   */
  public Verdict decide(int lane, LaneQuery passed, LaneQuery newest) {
    Finding finding = passed.finding().with(newest.finding(), rule);
    return ShardedDecider.verdict(lane, passed.page(), finding, rule, basis);
  }
}
