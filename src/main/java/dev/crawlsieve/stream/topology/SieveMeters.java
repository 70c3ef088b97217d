package dev.crawlsieve.stream.topology;

import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.index.IndexStats;
import dev.crawlsieve.core.mirror.MirrorCounts;
import dev.crawlsieve.core.page.PageCharset;
import dev.crawlsieve.core.page.UnjudgedPageException;
import dev.crawlsieve.core.verdict.Verdict;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Callbacks from the stream threads, made while they process records: implementations are
 * thread-safe, do not block and do not fail. What they report may still be undone: the records of
 * an aborted transaction are processed, and reported, again.
 */
public interface SieveMeters {

  /** Does nothing. */
  SieveMeters NONE = new SieveMeters() {};

  /** Whether anyone is listening; if not, nothing is timed. */
  default boolean listening() {
    return false;
  }

  /**
   * A page got its fingerprint.
   *
   * @param nanos how long that took
   */
  default void fingerprinted(long nanos) {}

  /** A page was read in this character set. */
  default void charset(PageCharset charset) {}

  /**
   * A page could not be read in one pass, and was read by way of a tree.
   *
   * @param doubt why, one of a dozen words
   */
  default void readAsTree(String doubt) {}

  /**
   * A lane decided; called in the order of the lane.
   *
   * @param nanos how long that took
   */
  default void decided(Verdict verdict, long nanos) {}

  /**
   * A page went on its way.
   *
   * @param nanos how long that took, with reading its body again if that was needed
   */
  default void routed(Verdict verdict, long nanos) {}

  /** A page went on its way without being judged, for want of this trait. */
  default void unjudged(UnjudgedPageException.Trait trait) {}

  /**
   * A record was set aside.
   *
   * @param stage the step that could not go on, for example {@code fingerprint}
   */
  default void deadLetter(String stage, String topic, Coordinates at, String reason) {}

  /**
   * What a page says of itself for the clusters could not be read, so that it counts as not said.
   *
   * @param feature what of it, for example {@code score}
   */
  default void unreadable(String feature) {}

  /** A page's time lay too far ahead of the clock, and counts as now. */
  default void timeAhead() {}

  /** A body was read again from the pages topic. */
  default void readAgain() {}

  /** Where to ask for the bytes that all pages that await their verdict take together. */
  default void pending(LongSupplier bytes) {}

  /** A lane's index was opened, to work on it or to keep a copy; ask there what it costs. */
  default void opened(int lane, Supplier<IndexStats> stats) {}

  /** The index that was opened with the same supplier was closed. */
  default void closed(int lane, Supplier<IndexStats> stats) {}

  /** The place where mirrors are learned was opened; ask there what was seen and left out. */
  default void mirrors(Supplier<MirrorCounts> counts) {}

  /** The place that was opened with the same supplier was closed. */
  default void mirrorsClosed(Supplier<MirrorCounts> counts) {}

  /** The time now for a duration, in nanoseconds; 0 if nobody listens. */
  default long clock() {
    return listening() ? System.nanoTime() : 0;
  }
}
