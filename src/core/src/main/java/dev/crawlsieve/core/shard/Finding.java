package dev.crawlsieve.core.shard;

import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.index.Lookup;
import dev.crawlsieve.core.index.Lookup.Match;
import dev.crawlsieve.core.index.Nearness;
import dev.crawlsieve.core.verdict.Decider;
import dev.crawlsieve.core.verdict.Evidence;
import dev.crawlsieve.core.verdict.Verdict;
import java.util.List;

/**
 * The best match of a page among the leaders that it has been compared with so far.
 *
 * @param match how the leader matches
 * @param leader the best match, or the page itself if it is a leader; null if there is none
 * @param earlier the best earlier version of the page's own URL where changed pages are readmitted;
 *     null if there is none, or if another leader matches
 * @param compared with how many leaders' records the page was compared in full, see {@link
 *     Lookup#compared}
 */
record Finding(Match match, FoundLeader leader, FoundLeader earlier, int compared) {

  // The order of LeaderIndex.lookup over all leaders: the page itself, then same contents by
  // distance, then near ones by rank; of equal ones the earliest.
  //
  // A page that is a leader already is in its lane twice. Then only versions before it count as
  // earlier ones, but parts do not know yet where the page itself is: a later version that is
  // nearer hides an earlier one of another part. Under exactly-once no page is in a lane twice.

  private static final List<Match> BEST_FIRST =
      List.of(Match.ITSELF, Match.EXACT, Match.NEAR, Match.NONE);

  /** Nothing compared yet. */
  static final Finding NOTHING = new Finding(Match.NONE, null, null, 0);

  Finding {
    if ((match == Match.NONE) != (leader == null)) {
      throw new IllegalArgumentException("a leader iff there is a match");
    }
  }

  /** Whether only leaders of the same content can still change the answer. */
  boolean contentDecides(ShardRule rule) {
    return match == Match.EXACT || (match == Match.ITSELF && !rule.readmit());
  }

  /** What one part says about a page. */
  static Finding of(Lookup lookup, LeaderRecord page) {
    String table = lookup.table() == null ? "" : lookup.table();
    FoundLeader leader =
        lookup.match() == Match.NONE
            ? null
            : FoundLeader.of(page, lookup.leader(), lookup.nearness(), table);
    return new Finding(lookup.match(), leader, version(lookup, page), lookup.compared());
  }

  /** The best match after one more part was asked. */
  Finding with(Lookup part, LeaderRecord page, ShardRule rule) {
    return with(of(part, page), rule);
  }

  /** The best match of this and of what other parts say. */
  Finding with(Finding other, ShardRule rule) {
    Finding best = other.leader != null && better(other.match, other.leader, rule) ? other : this;
    FoundLeader version = best.found() ? null : better(earlier, other.earlier, rule);
    return new Finding(best.match, best.leader, version, compared + other.compared);
  }

  private static FoundLeader version(Lookup lookup, LeaderRecord page) {
    LeaderRecord earlier = lookup.earlier();
    return earlier == null ? null : FoundLeader.of(page, earlier, Nearness.of(page, earlier), "");
  }

  private static FoundLeader better(FoundLeader one, FoundLeader other, ShardRule rule) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    int rank = rule.detector().rank(one.nearness());
    int otherRank = rule.detector().rank(other.nearness());
    return other.betterThan(one, otherRank, rank) ? other : one;
  }

  private boolean better(Match other, FoundLeader found, ShardRule rule) {
    if (leader == null || other != match) {
      return BEST_FIRST.indexOf(other) < BEST_FIRST.indexOf(match);
    }
    return found.betterThan(leader, rank(found, rule), rank(leader, rule));
  }

  private int rank(FoundLeader found, ShardRule rule) {
    return match == Match.NEAR
        ? rule.detector().rank(found.nearness())
        : found.nearness().distance();
  }

  /** Whether another leader matches. */
  boolean found() {
    return match == Match.EXACT || match == Match.NEAR;
  }

  /** Whether the page is already a leader. */
  boolean isItself() {
    return match == Match.ITSELF;
  }

  /** The evidence that the page is a duplicate; there must be a match. */
  Evidence evidence() {
    return Decider.evidence(
        match == Match.EXACT ? Evidence.Match.EXACT : Evidence.Match.NEAR,
        leader.page(),
        leader.sameUrl(),
        leader.nearness(),
        leader.table());
  }

  /** The earlier version that a kept page is a new version of, or null. */
  Verdict.Original newVersionOf() {
    boolean before = earlier != null && (!isItself() || earlier.laneOffset() < leader.laneOffset());
    return before ? earlier.page() : null;
  }
}
