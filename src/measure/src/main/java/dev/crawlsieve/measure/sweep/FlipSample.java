package dev.crawlsieve.measure.sweep;

import dev.crawlsieve.core.fingerprint.Coordinates;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * A sample of the pages whose verdict changes in one way under one setting. Each such page is
 * equally likely to be in it.
 */
final class FlipSample {

  // The sample consists of the pages with the lowest hashes of their positions, so it is the same
  // on every replay.

  /**
   * A changed page.
   *
   * @param order the key by which the page is sampled
   * @param verdict position of the verdict in force
   * @param page the change; the page that it copies by that verdict is not known yet
   */
  record Flip(long order, Coordinates verdict, ChangedPage page) {}

  private static final int MOST = 4;
  private static final Comparator<Flip> ORDER =
      (a, b) -> Long.compareUnsigned(a.order(), b.order());

  private final PriorityQueue<Flip> flips = new PriorityQueue<>(ORDER.reversed());
  private long counted;

  /** Counts a changed page, whether or not it joins the sample. */
  void count() {
    counted++;
  }

  /** Number of changed pages that were counted. */
  long counted() {
    return counted;
  }

  /** Whether a page with this key would join the sample. */
  boolean wants(long order) {
    return flips.size() < MOST || Long.compareUnsigned(order, flips.peek().order()) < 0;
  }

  void add(Flip flip) {
    flips.add(flip);
    if (flips.size() > MOST) {
      flips.remove();
    }
  }

  /** The sample, in an arbitrary but reproducible order. */
  List<Flip> flips() {
    return flips.stream().sorted(ORDER).toList();
  }
}
