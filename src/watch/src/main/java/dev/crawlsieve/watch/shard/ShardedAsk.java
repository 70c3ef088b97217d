package dev.crawlsieve.watch.shard;

import dev.crawlsieve.core.config.OverrideRule;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.stream.shard.LaneQuery;
import dev.crawlsieve.stream.shard.LaneSearch;
import dev.crawlsieve.stream.shard.ShardRule;
import dev.crawlsieve.watch.ask.AskedVerdict;
import dev.crawlsieve.watch.http.RefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Finds the verdict that a page would get now in a lane with shards. */
final class ShardedAsk {

  // The lane keeps working meanwhile. The decider releases a leader once a page arrives that passed
  // the leader's shard after the leader did. So shards are asked first, then the decider, for
  // leaders that they did not have. If it has released some in between, their shards have them by
  // then and are asked once more.
  //
  // An instance that has lost a task without knowing it yet may answer from its old state. This is
  // detected: the other side knows of more leaders.

  private final ShardRule rule;
  private final LaneSearch search;

  /** The parts of a lane's leaders, on any instances. */
  interface Parts {

    /**
     * Searches parts of the lane.
     *
     * @param page the page before the first shard; for the newest leaders, after all shards
     * @param shards numbers of the shards, ascending; if empty, the newest leaders are searched,
     *     from the first one that its shard does not have
     * @return the answer of each part, in the same order
     * @throws RefusedException if one of them cannot be searched now; the message names it
     */
    List<PartFound> search(LaneQuery page, List<Integer> shards) throws RefusedException;
  }

  /**
   * Asks lanes with this rule.
   *
   * @param basis the detector and settings that verdicts name as their basis
   */
  ShardedAsk(ShardRule rule, Verdict.Basis basis) {
    this.rule = rule;
    this.search = new LaneSearch(rule, basis);
  }

  /**
   * Searches a lane.
   *
   * @param asked the page as it would enter the lane now
   * @param override the override that decides on it; null if the rule does
   * @throws RefusedException if a part of it cannot be searched now
   */
  AskedVerdict of(int lane, LaneQuery asked, @Nullable OverrideRule override, Parts parts)
      throws RefusedException {
    LaneQuery entering = asked.overriddenBy(override);
    List<PartFound> known =
        new ArrayList<>(parts.search(entering, IntStream.range(0, rule.shards()).boxed().toList()));
    PartFound newest = parts.search(passed(entering, known), List.of()).get(0);
    ensureNotBefore(lane, newest, known);
    List<Integer> behind = behind(newest, known);
    if (!behind.isEmpty()) {
      parts.search(entering, behind).forEach(part -> known.set(part.shard(), part));
      ensureNoneBehind(lane, behind(newest, known));
    }
    return new AskedVerdict(
        search.decide(lane, passed(entering, known), newest.found(), newest.remembered()),
        newest.asOf());
  }

  private LaneQuery passed(LaneQuery page, List<PartFound> known) {
    return search.joined(page, known.stream().map(PartFound::found).toList());
  }

  /** The shards that lack some of their leaders, which the decider does not have either. */
  private List<Integer> behind(PartFound newest, List<PartFound> known) {
    return IntStream.range(0, rule.shards())
        .filter(shard -> rule.given(shard, newest.heldFrom()) > known.get(shard).known())
        .boxed()
        .toList();
  }

  private static void ensureNoneBehind(int lane, List<Integer> behind) throws RefusedException {
    if (!behind.isEmpty()) {
      throw new RefusedException(
          503,
          ("shard %s of lane %s is moving to another instance: it does not know all of"
                  + " its kept pages yet")
              .formatted(behind.get(0), lane));
    }
  }

  private void ensureNotBefore(int lane, PartFound newest, List<PartFound> known)
      throws RefusedException {
    for (int shard = 0; shard < rule.shards(); shard++) {
      if (rule.given(shard, newest.known()) < known.get(shard).known()) {
        throw new RefusedException(
            503,
            ("lane %s is moving to another instance: its decider does not know all kept"
                    + " pages of shard %s yet")
                .formatted(lane, shard));
      }
    }
  }
}
