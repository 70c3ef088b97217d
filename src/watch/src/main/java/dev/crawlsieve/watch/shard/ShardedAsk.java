package dev.crawlsieve.watch.shard;

import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.stream.shard.LaneQuery;
import dev.crawlsieve.stream.shard.LaneSearch;
import dev.crawlsieve.stream.shard.ShardRule;
import dev.crawlsieve.watch.http.RefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Finds what would be decided on a page of a lane with shards now. */
final class ShardedAsk {

  // The lane keeps working meanwhile. The decider lets go of a leader once a page comes that passed
  // the leader's shard when that knew it. So the decider is asked after the shards, for what they
  // did not know; and where it has let go of something in between, the shard has it by now and is
  // asked once more.
  //
  // An instance that has lost a task and does not know it yet may answer with what it had: this
  // shows because the other side knows of more.

  private final ShardRule rule;
  private final LaneSearch search;

  /** The parts of a lane's leaders, on whichever instances they are. */
  interface Parts {

    /**
     * Searches parts of the lane.
     *
     * @param page before the first shard; or after all of them, for the newest leaders
     * @param shards their numbers, in ascending order; none for the newest leaders, at the decider,
     *     from the first that its shard does not know
     * @return an answer from each, in the same order
     * @throws RefusedException if one of them cannot be searched now, naming it
     */
    List<PartFound> search(LaneQuery page, List<Integer> shards) throws RefusedException;
  }

  /**
   * Asks by a rule.
   *
   * @param basis detector and settings, for the verdicts
   */
  ShardedAsk(ShardRule rule, Verdict.Basis basis) {
    this.rule = rule;
    this.search = new LaneSearch(rule, basis);
  }

  /**
   * Searches a lane.
   *
   * @param entering the page as if it entered the lane now
   * @throws RefusedException if a part of it cannot be searched now
   */
  AskedVerdict of(int lane, LaneQuery entering, Parts parts) throws RefusedException {
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
        search.decide(lane, passed(entering, known), newest.found()), newest.asOf());
  }

  private LaneQuery passed(LaneQuery page, List<PartFound> known) {
    return search.joined(page, known.stream().map(PartFound::found).toList());
  }

  /** The shards some of whose leaders are neither there nor at the decider. */
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
