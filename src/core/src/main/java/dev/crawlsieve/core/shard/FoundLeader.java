package dev.crawlsieve.core.shard;

import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.index.Nearness;
import dev.crawlsieve.core.verdict.Verdict;

/**
 * What the evidence needs of a leader that was found.
 *
 * @param page the leader
 * @param laneOffset offset of its fingerprint in the lane, which orders leaders as their ordinals
 *     do
 * @param sameUrl whether it has the normalised URL of the page that was looked up
 * @param nearness how near the two are
 * @param table the table that found it; empty if it is only known to be an earlier version
 */
record FoundLeader(
    Verdict.Original page, long laneOffset, boolean sameUrl, Nearness nearness, String table) {

  static FoundLeader of(LeaderRecord page, LeaderRecord leader, Nearness nearness, String table) {
    return new FoundLeader(
        new Verdict.Original(leader.url(), leader.source(), leader.reference()),
        leader.laneOffset(),
        page.urlHash() == leader.urlHash(),
        nearness,
        table);
  }

  /** Whether this leader is the better match of the two; of equal ones the earlier is. */
  boolean betterThan(FoundLeader other, int rank, int otherRank) {
    return rank < otherRank || (rank == otherRank && laneOffset < other.laneOffset);
  }
}
