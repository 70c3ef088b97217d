package dev.crawlsieve.stream.shard;

import dev.crawlsieve.core.index.IndexException;

/**
 * Holds every n-th leader of a lane, and looks pages up among them as they pass in the order of the
 * lane. Leaders may arrive late: the decider looks among those that the shard did not know.
 *
 * <p>Not thread-safe.
 *
 * @param shard its number in the lane, from 0
 * @param leaders those that it holds
 */
public record Shard(int shard, ShardRule rule, LeaderPart leaders) {

  /**
   * Looks up the next page of the lane.
   *
   * @return the page with the better of what it came with and what was found here
   * @throws IndexException if it has passed other shards than those before this one
   */
  public LaneQuery lookup(LaneQuery query) {
    if (query.passed() != shard) {
      throw new IndexException(
          "a page that has passed " + query.passed() + " shards came to shard " + shard);
    }
    leaders.reach(query.tick());
    leaders.freeBelow(leaders.time().expired());
    boolean contentOnly = Findings.contentDecides(query.found(), rule);
    return query.passing(leaders.lookup(query.page(), contentOnly, 0), leaders.nextOrdinal(), rule);
  }

  /**
   * Takes the next leader of this shard.
   *
   * @throws IndexException if it belongs to another shard, or is not the next one
   */
  public void keep(DealtLeader leader) {
    if (rule.shard(leader.ordinal()) != shard) {
      throw new IndexException(
          "leader " + leader.ordinal() + " belongs to another shard than " + shard);
    }
    leaders.add(rule.ordinal(leader.ordinal()), leader.record(), leader.tick());
  }
}
