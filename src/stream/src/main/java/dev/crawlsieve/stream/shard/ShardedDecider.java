package dev.crawlsieve.stream.shard;

import dev.crawlsieve.core.index.Forgetting;
import dev.crawlsieve.core.index.IndexException;
import dev.crawlsieve.core.index.Lookup;
import dev.crawlsieve.core.verdict.Decider;
import dev.crawlsieve.core.verdict.DroppedPages;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.stream.index.LeaderPart;
import java.util.List;
import java.util.Optional;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;

/**
 * Decides on the pages of a lane after they have passed all shards, by the rule of {@link Decider}.
 * The verdicts are the same as with a single index.
 *
 * <p>Not thread-safe.
 *
 * @param recent the leaders that the lane has kept, all or the newest, by their ordinals in the
 *     lane
 * @param basis the detector and settings that verdicts name as their basis
 */
public record ShardedDecider(ShardRule rule, LeaderPart recent, Verdict.Basis basis) {

  // Which leaders match a page does not depend on decisions, so shards can find them in advance.
  // They can miss only leaders kept while the page was on its way, and those were kept here. So
  // each leader is held here, too, until a page arrives that passed the leader's shard after the
  // leader did. Pages arrive in the order of the lane and shards only gain leaders, so all later
  // pages have been compared with it there. Searching more than the missing leaders changes no
  // answer.

  /**
   * A verdict, and the new leader if there is one.
   *
   * @param kept the page as a leader, to be sent to its shard; empty if it is not a new leader
   */
  public record Decision(Verdict verdict, Optional<DealtLeader> kept) {}

  /**
   * Decides on the next page of the lane.
   *
   * @param lane the lane's number
   * @param query the page after all shards
   * @throws IndexException if the page has not passed all shards, or a shard had leaders that were
   *     not kept here
   */
  public Decision decide(int lane, LaneQuery query) {
    if (query.passed() != rule.shards()) {
      throw new IndexException(
          "a page to decide on has passed " + query.passed() + " of " + rule.shards() + " shards");
    }
    Lookup found = lookup(query);
    Verdict verdict =
        new DroppedPages(recent, basis)
            .decide(lane, query.page(), Findings.whole(found), recent.time().expired());
    boolean isNew = Decider.isNew(verdict, found);
    return new Decision(verdict, isNew ? Optional.of(keep(query)) : Optional.empty());
  }

  /**
   * Forgets pages, as the next record of the lane asks.
   *
   * @param query the request after all shards
   * @return what is to be sent to each shard, after all leaders before it
   */
  public List<DealtLeader> forget(Forgetting asked, LaneQuery query) {
    Decider.forget(asked, recent, LongUnaryOperator.identity());
    return IntStream.range(0, rule.shards())
        .mapToObj(shard -> new DealtLeader(shard, query.tick(), query.page()))
        .toList();
  }

  private Lookup lookup(LaneQuery query) {
    ensureKept(query);
    recent.reach(query.tick());
    Lookup found = query.found();
    long from = query.firstUnknown();
    if (from < recent.nextOrdinal()) {
      boolean contentOnly = Findings.contentDecides(found, rule);
      Lookup newest = recent.lookup(query.page(), contentOnly, from);
      found = Findings.joined(query.page(), found, newest, rule);
    }
    // the newest leader stays: its ordinal tells how many there have been
    recent.freeBelow(Math.min(Math.max(from, recent.time().expired()), recent.nextOrdinal() - 1));
    return found;
  }

  private void ensureKept(LaneQuery query) {
    for (int shard = 0; shard < rule.shards(); shard++) {
      long given = rule.given(shard, recent.nextOrdinal());
      if (query.known(shard) > given) {
        throw new IndexException(
            ("shard %s knew %s leaders, but only %s have been kept: its topics or state"
                    + " belong to another run")
                .formatted(shard, query.known(shard), given));
      }
    }
  }

  private DealtLeader keep(LaneQuery query) {
    DealtLeader leader = new DealtLeader(recent.nextOrdinal(), query.tick(), query.page());
    recent.add(leader.ordinal(), leader.record(), leader.tick());
    return leader;
  }

  /**
   * Leaders of the lane below this ordinal had expired at the time of the page that was decided on
   * last.
   */
  public long expired() {
    return recent.time().expired();
  }
}
