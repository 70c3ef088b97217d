package dev.crawlsieve.stream.shard;

import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.index.Lookup;
import dev.crawlsieve.core.verdict.Decider;
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
    return new LaneQuery(page, 0, new long[] {leaders}, found);
  }

  /**
   * The page as if it had passed all shards.
   *
   * @param page before the first shard
   * @param shards what each shard says, in their order
   */
  public LaneQuery joined(LaneQuery page, List<LaneQuery> shards) {
    long[] known = new long[shards.size()];
    Lookup found = Findings.NOTHING;
    for (int shard = 0; shard < known.length; shard++) {
      known[shard] = shards.get(shard).known(0);
      found = Findings.joined(page.page(), found, shards.get(shard).found(), rule);
    }
    return new LaneQuery(page.page(), page.tick(), known, found);
  }

  /**
   * What would be decided.
   *
   * @param passed the page, after all shards
   * @param newest what the lane's newest leaders say, at the decider
   */
  public Verdict decide(int lane, LaneQuery passed, LaneQuery newest) {
    Lookup found = Findings.joined(passed.page(), passed.found(), newest.found(), rule);
    return Decider.verdict(lane, passed.page(), Findings.whole(found), rule.overrides(), basis);
  }
}
