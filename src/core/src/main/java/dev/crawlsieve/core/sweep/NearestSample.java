package dev.crawlsieve.core.sweep;

import dev.crawlsieve.core.index.LeaderRecord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;

/**
 * A sample of the pages, each of which is compared at the end with every page that was kept before
 * it under any setting and has not expired.
 *
 * <p>Tables would find only what is near, and a gap becomes visible only if what is far is counted,
 * too.
 */
final class NearestSample {

  /** The number of comparisons in total, a few seconds' work. */
  private static final long COMPARISONS = 400_000_000L;

  private static final int FEWEST = 300;
  private static final int MOST = 4_000;

  /** Pages that are compared at a time, so that kept pages are read from memory less often. */
  private static final int AT_ONCE = 32;

  /** A page, and the nearest of the kept pages from the first to the last before it. */
  private static final class Page {
    private final LeaderRecord record;
    private final int first;
    private final int end;
    private int distance = 65; // if there is none
    private int equal = -1;

    Page(LeaderRecord record, int first, int end) {
      this.record = record;
      this.first = first;
      this.end = end;
    }

    void compare(LeaderRecord kept) {
      if (kept.sameScope(record)) {
        distance = Math.min(distance, Long.bitCount(kept.simhash() ^ record.simhash()));
        if (record.hasSketch() && kept.hasSketch()) {
          equal = Math.max(equal, record.equalMinHashes(kept));
        }
      }
    }
  }

  private final long wanted;
  private final Map<LeaderRows, List<Page>> pages = new LinkedHashMap<>(); // of each lane in order
  private long sampled;
  private long exact;
  private long tooShort;

  /**
   * @param expected pages of the log
   */
  NearestSample(long expected) {
    long size = Math.max(FEWEST, Math.min(MOST, COMPARISONS / Math.max(1, expected)));
    double share = Math.min(1, (double) size / Math.max(1, expected));
    wanted = share == 1 ? -1 : (long) (share * 0x1p62) << 2;
  }

  /**
   * Whether a page belongs to the sample.
   *
   * @param hash of its position, well mixed
   */
  boolean wants(long hash) {
    return Long.compareUnsigned(hash, wanted) <= 0;
  }

  /** Adds a page that has just been looked up and not yet added. */
  void add(LeaderRecord page, LaneSweep sweep) {
    sampled++;
    if (sweep.contentSeen()) {
      exact++;
    } else if (!page.nearEligible()) {
      tooShort++;
    } else {
      LeaderRows rows = sweep.leaders();
      pages
          .computeIfAbsent(rows, unused -> new ArrayList<>())
          .add(new Page(page, sweep.firstLive(), rows.size()));
    }
  }

  /**
   * Compares, on all cores.
   *
   * @param progress receives the number of pages done, out of {@link #size}
   */
  NearestDistances compare(LongConsumer progress) {
    AtomicLong done = new AtomicLong();
    pages.forEach(
        (rows, lane) ->
            IntStream.rangeClosed(0, (lane.size() - 1) / AT_ONCE)
                .map(i -> i * AT_ONCE)
                .parallel()
                .mapToObj(i -> lane.subList(i, Math.min(i + AT_ONCE, lane.size())))
                .forEach(
                    some -> {
                      compare(rows, some.toArray(new Page[0]));
                      progress.accept(done.addAndGet(some.size()));
                    }));
    long[] byDistance = new long[66];
    long[] byEqual = new long[86];
    for (List<Page> lane : pages.values()) {
      for (Page page : lane) {
        byDistance[page.distance]++;
        byEqual[page.equal + 1]++;
      }
    }
    return new NearestDistances(
        sampled,
        exact,
        tooShort,
        Arrays.stream(byDistance).limit(65).boxed().toList(),
        Arrays.stream(byEqual).skip(1).boxed().toList());
  }

  private static void compare(LeaderRows rows, Page[] some) {
    for (int row = some[0].first; row < some[some.length - 1].end; row++) {
      LeaderRecord kept = rows.get(row);
      if (kept.nearEligible()) {
        for (Page page : some) {
          if (row >= page.first && row < page.end) {
            page.compare(kept);
          }
        }
      }
    }
  }

  /** The number of pages to compare. */
  int size() {
    return pages.values().stream().mapToInt(List::size).sum();
  }
}
