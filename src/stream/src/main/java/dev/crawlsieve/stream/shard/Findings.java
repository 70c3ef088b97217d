package dev.crawlsieve.stream.shard;

import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Lookup;
import dev.crawlsieve.core.index.Lookup.Match;
import dev.crawlsieve.core.index.PagePair;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Joins the answers of several parts of a lane's leaders about a page. */
final class Findings {

  // The order is that of LeaderIndex.lookup over all leaders: first the page itself, then leaders
  // of the same content by distance, then near ones by rank; among equals, the earliest.
  //
  // A page that is a leader already is in its lane twice. Then only leaders before that one count
  // as earlier versions. But a part does not know where the page itself is, so a later version that
  // is nearer may hide an earlier one in another part. Under exactly-once, no page is in a lane
  // twice.

  private static final List<Match> BEST_FIRST =
      List.of(Match.ITSELF, Match.EXACT, Match.NEAR, Match.NONE);

  /** The answer before anything was compared. */
  static final Lookup NOTHING = Lookup.none(0);

  private Findings() {}

  /** Whether only leaders of the same content can still change the answer. */
  static boolean contentDecides(Lookup found, ShardRule rule) {
    return found.match() == Match.EXACT;
  }

  /** The better of two answers, with ordinals in the lane. */
  static Lookup joined(ComparedPage page, Lookup one, Lookup other, ShardRule rule) {
    Lookup best = isBetter(page, other, one, rule) ? other : one;
    ComparedPage earlier = best.found() ? null : better(page, one.earlier(), other.earlier(), rule);
    int compared = one.compared() + other.compared();
    return new Lookup(
        best.ordinal(),
        best.leader(),
        best.match(),
        best.nearness(),
        best.table(),
        compared,
        earlier);
  }

  private static @Nullable ComparedPage better(
      ComparedPage page, @Nullable ComparedPage one, @Nullable ComparedPage other, ShardRule rule) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    int rank = rule.detector().versionRank(PagePair.of(page, one));
    int otherRank = rule.detector().versionRank(PagePair.of(page, other));
    return isBetter(other, otherRank, one, rank) ? other : one;
  }

  private static boolean isBetter(ComparedPage page, Lookup other, Lookup found, ShardRule rule) {
    if (found.leader() == null || other.leader() == null || other.match() != found.match()) {
      return BEST_FIRST.indexOf(other.match()) < BEST_FIRST.indexOf(found.match());
    }
    return isBetter(
        other.leader(), rank(page, other, rule), found.leader(), rank(page, found, rule));
  }

  /** Whether the first leader is the better match of the two; among equals, the earlier is. */
  private static boolean isBetter(ComparedPage other, int otherRank, ComparedPage one, int rank) {
    return otherRank < rank || (otherRank == rank && other.laneOffset() < one.laneOffset());
  }

  private static int rank(ComparedPage page, Lookup found, ShardRule rule) {
    ComparedPage leader = found.leader();
    return found.match() == Match.NEAR && leader != null
        ? rule.detector().rank(PagePair.of(page, leader))
        : found.distance();
  }

  /**
   * The final answer, once all parts have been joined: an earlier version that came after the page
   * itself is removed.
   */
  static Lookup whole(Lookup found) {
    ComparedPage earlier = found.earlier();
    ComparedPage itself = found.leader();
    return found.isItself()
            && itself != null
            && earlier != null
            && earlier.laneOffset() >= itself.laneOffset()
        ? Lookup.itself(found.ordinal(), itself, found.compared(), null)
        : found;
  }
}
