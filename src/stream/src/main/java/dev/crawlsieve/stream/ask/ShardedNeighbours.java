package dev.crawlsieve.stream.ask;

import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.shard.LaneQuery;
import dev.crawlsieve.core.shard.LaneSearch;
import dev.crawlsieve.core.shard.ShardRule;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.stream.http.RefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Finds what would be decided on a page of a lane with shards now, and the nearest kept pages. */
final class ShardedNeighbours {

  // The lane works on meanwhile. The decider lets go of a leader once a page comes that passed the
  // leader's shard when that knew it. So the decider is asked after the shards, for what they did
  // not know; and where it has let go of something in between, the shard has it by now and is asked
  // once more.
  //
  // An instance that has lost a task and does not know it yet may answer with what it had: it shows
  // in that the other side knows of more.

  private final ShardRule rule;
  private final LaneSearch search;

  /**
   * Neighbours by a rule.
   *
   * @param basis detector and settings, for the verdicts
   */
  ShardedNeighbours(ShardRule rule, Verdict.Basis basis) {
    this.rule = rule;
    this.search = new LaneSearch(rule, basis);
  }

  /**
   * Searches a lane.
   *
   * @throws RefusedException if a part of it cannot be searched now
   */
  Neighbourhood of(int lane, LeaderRecord page, LaneParts parts) throws RefusedException {
    LaneQuery entering = parts.entering(page);
    PartsFound first = parts.shards(entering, IntStream.range(0, rule.shards()).boxed().toList());
    List<PartFound> known = new ArrayList<>(first.parts());
    PartsFound beside = parts.newest(passed(entering, known));
    PartFound newest = beside.parts().get(0);
    ensureNotBefore(lane, newest, known);
    List<PartsFound> all = new ArrayList<>(List.of(first, beside));
    List<Integer> behind = behind(newest, known);
    if (!behind.isEmpty()) {
      PartsFound again = parts.shards(entering, behind);
      again.parts().forEach(part -> known.set(part.shard(), part));
      all.add(again);
      ensureNoneBehind(lane, behind(newest, known));
    }
    return answer(lane, passed(entering, known), known, newest, PartsFound.together(all).nearest());
  }

  private Neighbourhood answer(
      int lane, LaneQuery passed, List<PartFound> known, PartFound newest, List<NearPage> nearest) {
    Verdict verdict = search.decide(lane, passed, newest.found());
    long compared = newest.compared() + known.stream().mapToLong(PartFound::compared).sum();
    return new Neighbourhood(
        verdict,
        nearest,
        newest.leaders(),
        Math.min(compared, newest.leaders()), // some are in a shard and beside the decider
        newest.asOf());
  }

  private LaneQuery passed(LaneQuery page, List<PartFound> known) {
    return search.joined(page, found(known));
  }

  private static List<LaneQuery> found(List<PartFound> parts) {
    return parts.stream().map(PartFound::found).toList();
  }

  /** The shards some of whose leaders are neither there nor beside the decider. */
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
