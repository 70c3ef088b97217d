package dev.crawlsieve.stream.ask;

import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.index.Lookup;
import dev.crawlsieve.core.shard.LaneQuery;
import dev.crawlsieve.core.shard.LaneSearch;
import dev.crawlsieve.stream.index.LaneNotHereException;
import dev.crawlsieve.stream.index.NearestLeaders;
import dev.crawlsieve.stream.index.PartView;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;

/** Searches those parts of a lane's leaders that are on this instance. */
final class LocalParts {

  /** How many leaders of a lane are compared to find the nearest: the newest. */
  static final long COMPARED = 50_000;

  /** The share of them that is compared beside the decider, at most and in addition. */
  private static final int NEWEST_SHARE = 8;

  private final IntFunction<PartView> views;
  private final long comparedEach; // 0 if the nearest are not wanted

  /**
   * The parts of one lane.
   *
   * @param shards number of shards of the lane
   * @param nearest whether the nearest leaders are wanted, and not only the best match
   * @param views the shards by their numbers, and {@link PartFound#NEWEST}
   */
  LocalParts(int shards, boolean nearest, IntFunction<PartView> views) {
    this.views = views;
    this.comparedEach = nearest ? (COMPARED + shards - 1) / shards : 0;
  }

  /**
   * Searches shards.
   *
   * @param page before the first shard
   * @param gone polled now and then; true ends the search
   * @throws LaneNotHereException if one of them is not here
   */
  PartsFound shards(LaneQuery page, List<Integer> shards, BooleanSupplier gone)
      throws LaneNotHereException {
    List<PartFound> parts = new ArrayList<>();
    List<NearPage> nearest = new ArrayList<>();
    for (int shard : shards) {
      PartView view = views.apply(shard);
      long given = view.given(); // asked first: the lookup knows these at least
      Lookup found = view.lookup(page.page(), page.tick(), 0);
      NearestLeaders near = nearest(view, page.page(), comparedEach, gone);
      LaneQuery answer = LaneSearch.alone(page.page(), found, given);
      parts.add(new PartFound(shard, 0, answer, 0, near.compared(), -1));
      nearest.addAll(NearPage.of(near));
    }
    return new PartsFound(parts, nearest);
  }

  private NearestLeaders nearest(
      PartView view, LeaderRecord page, long atMost, BooleanSupplier gone)
      throws LaneNotHereException {
    return comparedEach == 0
        ? new NearestLeaders(List.of(), 0, 0)
        : view.nearest(page, NearPage.MOST, atMost, gone);
  }

  /**
   * Searches the newest leaders, beside the decider, from the first that its shard does not know.
   *
   * @param passed the page, after all shards
   * @param gone polled now and then; true ends the search
   * @throws LaneNotHereException if the decider is not here
   */
  PartsFound newest(LaneQuery passed, BooleanSupplier gone) throws LaneNotHereException {
    PartView view = views.apply(PartFound.NEWEST);
    long asOf = view.asOf(); // asked first: the lookup knows these at least
    Lookup found = view.lookup(passed.page(), passed.tick(), passed.firstUnknown());
    long given = view.given();
    long heldFrom = view.heldFrom(); // asked last: the lookup knew all from there on
    long unknown = Math.max(0, given - passed.firstUnknown());
    long atMost = Math.min(unknown, comparedEach * passed.passed() / NEWEST_SHARE);
    NearestLeaders near = nearest(view, passed.page(), atMost, gone);
    LaneQuery answer = LaneSearch.alone(passed.page(), found, given);
    long leaders = Math.max(0, given - view.expired());
    PartFound part =
        new PartFound(PartFound.NEWEST, heldFrom, answer, leaders, near.compared(), asOf);
    return new PartsFound(List.of(part), NearPage.of(near));
  }
}
