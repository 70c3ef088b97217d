package dev.crawlsieve.stream.index;

import dev.crawlsieve.core.index.Leader;
import dev.crawlsieve.core.index.LeaderCursor;
import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.index.Nearness;
import dev.crawlsieve.core.index.store.TableIndex;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.BooleanSupplier;

/**
 * The leaders in a page's scope that are nearest to it, matching or not: found by a scan, to be
 * shown to people.
 *
 * @param nearest the nearest first: by similarity, then by distance, then the earliest
 * @param compared how many leaders were read, the newest
 * @param leaders how many there are in the lane, without those that have expired
 */
public record NearestLeaders(List<Near> nearest, long compared, long leaders) {

  private static final int ASK_EVERY = 512;

  private static final Comparator<Near> NEAREST_FIRST =
      Comparator.comparing(Near::nearness, Nearness.NEAREST_FIRST).thenComparingLong(Near::ordinal);

  /** A leader and how near it is. */
  public record Near(long ordinal, LeaderRecord leader, Nearness nearness) {}

  /**
   * Scans the newest leaders.
   *
   * @param count how many are wanted, 1 or more
   * @param atMost how many leaders are read
   * @param enough polled; once true, the scan ends with what was found so far
   */
  public static NearestLeaders of(
      TableIndex index, LeaderRecord page, int count, long atMost, BooleanSupplier enough) {
    long end = index.nextOrdinal();
    long expired = index.expired();
    long from = Math.max(expired, end - atMost);
    PriorityQueue<Near> furthestFirst = new PriorityQueue<>(count + 1, NEAREST_FIRST.reversed());
    long compared = 0;
    try (LeaderCursor cursor = index.range(from, end - 1)) {
      while (cursor.hasNext() && (compared % ASK_EVERY != 0 || !enough.getAsBoolean())) {
        Leader next = cursor.next();
        compared++;
        if (next.record().sameScope(page)) {
          furthestFirst.add(
              new Near(next.ordinal(), next.record(), Nearness.of(page, next.record())));
          if (furthestFirst.size() > count) {
            furthestFirst.remove();
          }
        }
      }
    }
    List<Near> nearest = new ArrayList<>(furthestFirst);
    nearest.sort(NEAREST_FIRST);
    return new NearestLeaders(nearest, compared, end - expired);
  }
}
