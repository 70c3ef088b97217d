package dev.crawlsieve.core.verdict;

import dev.crawlsieve.core.index.LeaderIndex;
import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.index.Lookup;
import java.util.Objects;

/**
 * The rule: a page is a duplicate iff it matches an earlier page that was itself kept; otherwise it
 * is unique and is kept. A page is never a copy of itself: decided again, a kept page is unique
 * again.
 *
 * <p>The same class decides in the stream, in a sequential scan and on replay; only the index
 * differs. Not thread-safe.
 */
public final class Decider {

  private final LeaderIndex index;
  private final String detector;
  private final int settings;

  /**
   * Decides against an index, and adds to it the pages that it keeps.
   *
   * @param detector name of the detector, for the verdict
   * @param settings hash of the settings that decide, for the verdict
   */
  public Decider(LeaderIndex index, String detector, int settings) {
    this.index = Objects.requireNonNull(index, "index");
    this.detector = Objects.requireNonNull(detector, "detector");
    this.settings = settings;
  }

  /**
   * Decides on the next page of a lane.
   *
   * @param lane the lane's number
   * @param page the page as the index knows it
   */
  public Verdict decide(int lane, LeaderRecord page) {
    index.advance(page.timestamp());
    Lookup lookup = index.lookup(page);
    if (!lookup.found()) {
      if (!lookup.isItself()) {
        index.put(index.nextOrdinal(), page);
      }
      LeaderRecord earlier = lookup.earlier();
      return new Verdict(
          page.url(),
          page.source(),
          page.timestamp(),
          lane,
          page.laneOffset(),
          Verdict.Decision.UNIQUE,
          null,
          null,
          null,
          -1,
          -1,
          -1,
          null,
          lookup.compared(),
          false,
          detector,
          settings,
          earlier == null ? null : new Verdict.Original(earlier.url(), earlier.source()),
          null);
    }
    return Copies.verdict(lane, page, lookup, detector, settings);
  }
}
