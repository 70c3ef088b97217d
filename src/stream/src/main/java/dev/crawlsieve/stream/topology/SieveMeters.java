package dev.crawlsieve.stream.topology;

import dev.crawlsieve.core.fingerprint.Coordinates;
import dev.crawlsieve.core.index.IndexStats;
import dev.crawlsieve.core.mirror.MirrorCounts;
import dev.crawlsieve.core.page.PageCharset;
import dev.crawlsieve.core.page.UnjudgedPageException;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.stream.index.IndexMeters;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Callbacks from the stream threads, made while they process records: implementations are
 * thread-safe, do not block and do not fail. What they report may still be rolled back: the records
 * of an aborted transaction are processed, and reported, again.
 */
public interface SieveMeters extends IndexMeters {

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

  /**
   * A body that an event refers to was read.
   *
   * @param nanos how long that took
   */
  default void bodyRead(long nanos) {}

  /** A body that an event refers to could not be had. */
  default void bodyMissing() {}

  /** A page was read in this character set. */
  default void charset(PageCharset charset) {}

  /**
   * A lane made a decision; called in the order of the lane.
   *
   * @param nanos how long that took
   */
  default void decided(Verdict verdict, long nanos) {}

  /**
   * A page was routed, or is a reference page, which is routed nowhere.
   *
   * @param nanos how long that took, including reading its body again if that was needed
   */
  default void routed(Verdict verdict, long nanos) {}

  /** A page was passed on without being judged, because this trait is not accepted. */
  default void unjudged(UnjudgedPageException.Trait trait) {}

  /**
   * A record was set aside.
   *
   * @param stage the step that failed, for example {@code fingerprint}
   */
  default void deadLetter(String stage, String topic, Coordinates at, String reason) {}

  /**
   * A feature that a page declares for the clusters could not be read and counts as not declared.
   *
   * @param feature its name, for example {@code score}
   */
  default void unreadable(String feature) {}

  /** A cluster was published, anew or changed, or withdrawn. */
  default void clusterPublished() {}

  /** A page's time was too far ahead of the clock and was replaced by the current time. */
  default void timeAhead() {}

  /** A body was read again from the pages topic. */
  default void readAgain() {}

  /** Registers the supplier of the total bytes of all pages that await their verdict. */
  default void pending(LongSupplier bytes) {}

  /**
   * A page of a lane entered its shards; called in the order of the lane.
   *
   * @param laneOffset its place in the lane's log
   */
  default void entered(int lane, long laneOffset) {}

  /**
   * A page was looked up in a shard.
   *
   * @param nanos how long that took
   */
  default void lookedUp(long nanos) {}

  /**
   * A part of the newest leaders that a lane's decider holds beside the shards was opened; the
   * supplier returns its costs.
   */
  default void recentOpened(int lane, Supplier<IndexStats> stats) {}

  /** The part that was opened with the same supplier was closed. */
  default void recentClosed(int lane, Supplier<IndexStats> stats) {}

  /**
   * The store of mirrors was opened for learning; the supplier returns what was seen and left out.
   */
  default void mirrors(Supplier<MirrorCounts> counts) {}

  /** The store that was opened with the same supplier was closed. */
  default void mirrorsClosed(Supplier<MirrorCounts> counts) {}

  /** The current time for measuring a duration, in nanoseconds; 0 if not listening. */
  default long clock() {
    return listening() ? System.nanoTime() : 0;
  }
}
