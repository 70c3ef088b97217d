package dev.crawlsieve.core.sweep;

import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.sweep.ClusterSizes.Cluster;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** The number of copies of each kept page of a lane under one setting. */
final class CopyCounts {

  private final LeaderRows leaders;
  private int[] counts = new int[64]; // by row

  CopyCounts(LeaderRows leaders) {
    this.leaders = leaders;
  }

  void add(int row) {
    if (row >= counts.length) {
      counts = Arrays.copyOf(counts, Math.max(row + 1, 2 * counts.length));
    }
    counts[row]++;
  }

  /** Upper bound of the heap bytes for this many pages. */
  static long bytes(long pages) {
    return 2 * Integer.BYTES * pages;
  }

  private IntStream rows() {
    return IntStream.range(0, counts.length).filter(row -> counts[row] > 0);
  }

  /** Adds the groups with copies to the numbers of groups with 2^i to 2^(i+1) − 1 pages. */
  void addTo(long[] byPower) {
    rows().forEach(row -> byPower[31 - Integer.numberOfLeadingZeros(counts[row] + 1)]++);
  }

  /** The groups with the most copies, in descending order. */
  List<Cluster> largest(int most) {
    return rows()
        .mapToLong(row -> (long) -counts[row] << 32 | row)
        .sorted()
        .limit(most)
        .mapToObj(entry -> cluster((int) entry))
        .toList();
  }

  private Cluster cluster(int row) {
    LeaderRecord kept = leaders.get(row);
    return new Cluster(kept.url(), kept.source(), counts[row] + 1L);
  }
}
