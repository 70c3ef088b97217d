package dev.crawlsieve.core.sweep;

import dev.crawlsieve.core.fingerprint.Coordinates;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * A sample of the pages whose verdict changes in one way under one setting, each equally likely to
 * be in it.
 */
final class FlipSample {

  // The pages with the lowest hashes of their positions: the same pages on every replay.

  /**
   * A changed page, before URLs are known.
   *
   * @param order the key by which it is sampled
   * @param url of the page
   * @param source of the page
   * @param verdict offset of the verdict in force, in the page's partition
   * @param original the page that it copies now, null if it is kept
   */
  record Flip(
      long order,
      ChangedPage.Change change,
      String url,
      Coordinates source,
      long verdict,
      Original original) {}

  /**
   * What a page copies under a setting.
   *
   * @param place position of the kept page's fingerprint
   * @param equal equal min-hashes, -1 without a sketch
   */
  record Original(Place place, Coordinates source, boolean exact, int distance, int equal) {}

  private static final Comparator<Flip> ORDER =
      (a, b) -> Long.compareUnsigned(a.order(), b.order());

  private final int most;
  private final PriorityQueue<Flip> flips = new PriorityQueue<>(ORDER.reversed());

  private long counted;

  FlipSample(int most) {
    this.most = most;
  }

  /** Counts a changed page, whether or not it joins the sample. */
  void count() {
    counted++;
  }

  /** The number of changed pages counted. */
  long counted() {
    return counted;
  }

  /** Whether a page with this key would join the sample. */
  boolean wants(long order) {
    return flips.size() < most
        || (most > 0 && Long.compareUnsigned(order, flips.peek().order()) < 0);
  }

  void add(Flip flip) {
    flips.add(flip);
    if (flips.size() > most) {
      flips.remove();
    }
  }

  /** The sample, in an arbitrary but reproducible order. */
  List<Flip> flips() {
    List<Flip> sorted = new ArrayList<>(flips);
    sorted.sort(ORDER);
    return sorted;
  }
}
