package dev.crawlsieve.stream.shard;

import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Lookup;
import dev.crawlsieve.core.verdict.Decider;
import dev.crawlsieve.core.verdict.Evidence;
import dev.crawlsieve.core.verdict.Verdict;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the verdict that a page outside the lane would get. Each part of the lane's leaders is
 * searched separately, and the answers are combined here. No page is kept.
 *
 * <p>Immutable.
 *
 * @param basis the detector and settings that verdicts name as their basis
 */
public record LaneSearch(ShardRule rule, Verdict.Basis basis) {

  /**
   * The answer of one part about a page.
   *
   * @param leaders number of leaders that the part had been given before the lookup, including
   *     expired ones
   */
  public static LaneQuery alone(ComparedPage page, Lookup found, long leaders) {
    return new LaneQuery(page, 0, new long[] {leaders}, found);
  }

  /**
   * The page as it would be after passing all shards.
   *
   * @param page the page before the first shard
   * @param shards the answer of each shard, in order
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
   * The verdict that the page would get.
   *
   * @param passed the page after all shards
   * @param newest the answer of the lane's newest leaders, which the decider holds
   * @param remembered see {@link dev.crawlsieve.core.verdict.DroppedPages#remembered}
   */
  public Verdict decide(
      int lane, LaneQuery passed, LaneQuery newest, @Nullable Evidence remembered) {
    Lookup found = Findings.joined(passed.page(), passed.found(), newest.found(), rule);
    return Decider.verdict(lane, passed.page(), Findings.whole(found), remembered, basis);
  }
}
