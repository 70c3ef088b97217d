package dev.crawlsieve.core.shard;

import dev.crawlsieve.core.config.PageOverrides;
import dev.crawlsieve.core.index.IndexException;
import dev.crawlsieve.core.index.PageRule;
import dev.crawlsieve.core.verdict.JudgedPage;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.core.verdict.VerdictParts;
import java.util.List;
import java.util.Optional;

/**
 * Decides on the pages of a lane after they have passed all shards: by the rule of {@link
 * dev.crawlsieve.core.verdict.Decider}, with the verdicts of a single index.
 *
 * <p>Not thread-safe.
 */
public final class ShardedDecider {

  // Which leaders match a page does not depend on decisions, so shards can find them in advance.
  // Only leaders that were kept while the page was on its way can be missing, and those were kept
  // here. They are held here, too, until a page comes that has passed their shard after it knew
  // them: pages come in the order of the lane, and what a shard knows only grows, so all later
  // pages will have seen them there.
  //
  // There is one part for each shard, because the pages' knowledge of each is another. In that form
  // it is an ordinal below which leaders are passed over, and no leader is compared both there and
  // here, which would count twice.

  private final ShardRule rule;
  private final Verdict.Basis basis;
  private final LeaderPart[] recent;

  /**
   * A decision.
   *
   * @param kept the page as a leader, to be sent to its shard; empty if it is not a new leader
   */
  public record Decision(Verdict verdict, Optional<DealtLeader> kept) {}

  /**
   * Decides with the newest leaders of each shard.
   *
   * @param recent a part for each shard, with all of its leaders that were ever kept, or the newest
   * @param basis detector and settings, for the verdicts
   */
  public ShardedDecider(ShardRule rule, List<? extends LeaderPart> recent, Verdict.Basis basis) {
    if (recent.size() != rule.shards()) {
      throw new IllegalArgumentException(recent.size() + " parts for " + rule.shards() + " shards");
    }
    this.rule = rule;
    this.basis = basis;
    this.recent = recent.toArray(LeaderPart[]::new);
  }

  /**
   * Decides on the next page of the lane.
   *
   * @param lane the lane's number
   * @param query the page, after all shards
   * @throws IndexException if it has not passed all shards, or a shard knew leaders that were not
   *     kept here
   */
  public Decision decide(int lane, LaneQuery query) {
    if (query.passed() != rule.shards()) {
      throw new IndexException(
          "a page to decide on has passed " + query.passed() + " of " + rule.shards() + " shards");
    }
    Finding finding = lookup(query);
    JudgedPage page = VerdictParts.page(lane, query.page());
    int compared = finding.compared(rule);
    PageOverrides overrides = PageRule.of(query.page(), rule.overrides());
    if (overrides.dropped()) {
      return new Decision(
          Verdict.overridden(page, overrides.decision(), null, 0, basis), Optional.empty());
    }
    if (finding.found() && overrides.decision() != null) {
      Verdict.Original match = finding.evidence().duplicateOf();
      return new Decision(
          Verdict.overridden(page, overrides.decision(), match, compared, basis), Optional.empty());
    }
    if (finding.found()) {
      return new Decision(
          Verdict.duplicate(page, finding.evidence(), compared, basis), Optional.empty());
    }
    Verdict verdict = new Verdict(page, null, compared, basis, finding.newVersionOf(), null);
    return new Decision(verdict, finding.isItself() ? Optional.empty() : Optional.of(keep(query)));
  }

  private Finding lookup(LaneQuery query) {
    Finding finding = query.finding();
    for (int shard = 0; shard < recent.length; shard++) {
      LeaderPart part = recent[shard];
      long known = query.known(shard);
      if (known > part.nextOrdinal()) {
        throw new IndexException(
            "shard "
                + shard
                + " knew "
                + known
                + " leaders, but only "
                + part.nextOrdinal()
                + " have been kept: its topics or state belong to another run");
      }
      part.reach(query.tick());
      if (known < part.nextOrdinal()) {
        boolean contentOnly = finding.contentDecides(rule);
        finding = finding.with(part.lookup(query.page(), contentOnly, known), query.page(), rule);
      }
      // the newest stays, so that it is known how many there were
      part.freeBelow(Math.min(Math.max(known, part.time().expired()), part.nextOrdinal() - 1));
    }
    return finding;
  }

  private DealtLeader keep(LaneQuery query) {
    DealtLeader leader = new DealtLeader(kept(), query.tick(), query.page());
    recent[leader.shard(rule)].add(rule.ordinal(leader.ordinal()), leader.record(), leader.tick());
    return leader;
  }

  /** Leaders of the lane below this ordinal had expired at the page that was decided on last. */
  public long expired() {
    long expired = Long.MAX_VALUE;
    for (int shard = 0; shard < recent.length; shard++) {
      expired = Math.min(expired, rule.leader(shard, recent[shard].time().expired()));
    }
    return expired;
  }

  /** How many leaders the lane has had. */
  private long kept() {
    long kept = 0;
    for (LeaderPart part : recent) {
      kept += part.nextOrdinal();
    }
    return kept;
  }
}
