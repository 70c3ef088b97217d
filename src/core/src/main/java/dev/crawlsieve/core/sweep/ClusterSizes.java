package dev.crawlsieve.core.sweep;

import dev.crawlsieve.core.fingerprint.Coordinates;
import java.util.List;

/**
 * The sizes of the groups of copies: a kept page and what was dropped as its copies.
 *
 * @param byPower number of groups with 2^i to 2^(i+1) − 1 pages, by i; a page without a copy is a
 *     group of 1
 * @param largest the largest groups, largest first
 */
public record ClusterSizes(List<Long> byPower, List<Cluster> largest) {

  /**
   * A group of copies.
   *
   * @param url the kept page's URL
   * @param source the kept page's position
   * @param pages number of pages: the kept page and its copies
   */
  public record Cluster(String url, Coordinates source, long pages) {}

  public ClusterSizes {
    byPower = List.copyOf(byPower);
    largest = List.copyOf(largest);
  }

  /** Groups of two or more pages. */
  public long withCopies() {
    return byPower.stream().skip(1).mapToLong(Long::longValue).sum();
  }
}
