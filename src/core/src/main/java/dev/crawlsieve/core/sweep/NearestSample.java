package dev.crawlsieve.core.sweep;

import dev.crawlsieve.core.index.LeaderRecord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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

  private record Page(
      LeaderRows rows,
      int first,
      int earlier,
      long scopeHigh,
      long scopeLow,
      long simhash,
      long[] sketch) {}

  private final long wanted;
  private final List<Page> pages = new ArrayList<>();
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
      long[] sketch = null;
      if (page.hasSketch()) {
        sketch = new long[EqualMinHashes.WORDS];
        page.copySketch(sketch, 0);
      }
      LeaderRows rows = sweep.leaders();
      pages.add(
          new Page(
              rows,
              sweep.firstLive(),
              rows.size(),
              page.scopeHigh(),
              page.scopeLow(),
              page.simhash(),
              sketch));
    }
  }

  /**
   * Compares, on all cores.
   *
   * @param progress receives the number of pages done, out of {@link #size}
   */
  NearestDistances compare(LongConsumer progress) {
    AtomicLong done = new AtomicLong();
    int[][] nearest =
        IntStream.range(0, pages.size())
            .parallel()
            .mapToObj(
                i -> {
                  int[] found = nearest(pages.get(i));
                  progress.accept(done.incrementAndGet());
                  return found;
                })
            .toArray(int[][]::new);
    long[] byDistance = new long[65];
    long[] byEqual = new long[85];
    for (int[] found : nearest) {
      if (found[0] <= 64) {
        byDistance[found[0]]++;
      }
      if (found[1] >= 0) {
        byEqual[found[1]]++;
      }
    }
    return new NearestDistances(
        sampled,
        exact,
        tooShort,
        Arrays.stream(byDistance).boxed().toList(),
        Arrays.stream(byEqual).boxed().toList());
  }

  /** The number of pages to compare. */
  int size() {
    return pages.size();
  }

  /**
   * The least distance, 65 if there is no neighbour, and the most equal min-hashes, -1 if there is
   * none.
   */
  private static int[] nearest(Page page) {
    int distance = 65;
    int equal = -1;
    LeaderRows rows = page.rows();
    for (int row = page.first(); row < page.earlier(); row++) {
      if (rows.nearEligible(row) && rows.sameScope(row, page.scopeHigh(), page.scopeLow())) {
        distance = Math.min(distance, Long.bitCount(rows.simhash(row) ^ page.simhash()));
        if (page.sketch() != null && rows.hasSketch(row)) {
          equal =
              Math.max(
                  equal,
                  EqualMinHashes.count(
                      page.sketch(), 0, rows.sketchPage(row), rows.sketchStart(row)));
        }
      }
    }
    return new int[] {distance, equal};
  }
}
