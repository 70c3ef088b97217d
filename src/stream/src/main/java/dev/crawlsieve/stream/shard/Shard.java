package dev.crawlsieve.stream.shard;

import dev.crawlsieve.core.index.IndexException;
import dev.crawlsieve.core.index.Lookup;
import dev.crawlsieve.stream.index.LeaderPart;

/**
 * Holds every n-th leader of a lane, and looks up the lane's pages, in order, among them. A leader
 * may arrive after a page that it matches, so the decider searches the leaders that the shard did
 * not have.
 *
 * <p>Not thread-safe.
 *
 * @param shard number of the shard in the lane, from 0
 * @param leaders the leaders that it holds
 */
public record Shard(int shard, ShardRule rule, LeaderPart leaders) {

  /**
   * Looks up the next page of the lane.
   *
   * @return the page with the better of two matches: the one that it came with, and the one found
   *     here
   * @throws IndexException if the shards that it has passed are not exactly those before this one
   */
  public LaneQuery lookup(LaneQuery query) {
    if (query.passed() != shard) {
      throw new IndexException(
          "a page that has passed " + query.passed() + " shards came to shard " + shard);
    }
    leaders.reach(query.tick());
    leaders.freeBelow(leaders.time().expired());
    boolean contentOnly = Findings.contentDecides(query.found(), rule);
    Lookup found = leaders.lookup(query.page(), contentOnly, 0);
    return query.passing(rule.inLane(shard, found), leaders.nextOrdinal(), rule);
  }

  /**
   * Adds the next leader of this shard.
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
