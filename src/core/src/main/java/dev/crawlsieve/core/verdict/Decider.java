package dev.crawlsieve.core.verdict;

import dev.crawlsieve.core.config.Overrides;
import dev.crawlsieve.core.config.PageOverrides;
import dev.crawlsieve.core.index.LeaderIndex;
import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.index.Lookup;
import dev.crawlsieve.core.index.Nearness;
import dev.crawlsieve.core.index.PageRule;
import java.util.Objects;

/**
 * The rule: a page is a duplicate iff it matches an earlier page that was itself kept; otherwise it
 * is unique and is kept. A page is never a copy of itself: if a kept page is decided again, it is
 * unique again. Overrides may decide on a page instead: one that is dropped is compared with
 * nothing, and one that is kept although it matches is not compared with. Reference pages are
 * decided on like all others; only their way out differs, see {@link Verdict#route}.
 *
 * <p>The same class decides in the stream, in a sequential scan and on replay; only the index
 * differs. Not thread-safe.
 */
public final class Decider {

  private final LeaderIndex index;
  private final Verdict.Basis basis;

  /**
   * Decides against an index, and adds the pages that it keeps to that index.
   *
   * @param detector name of the detector, for the verdict
   * @param settings hash of the settings that decide, for the verdict
   */
  public Decider(LeaderIndex index, String detector, int settings) {
    this.index = Objects.requireNonNull(index, "index");
    this.basis = new Verdict.Basis(detector, settings);
  }

  /**
   * Decides on the next page of a lane.
   *
   * @param lane the lane's number
   * @param page the page as the index knows it
   */
  public Verdict decide(int lane, LeaderRecord page) {
    index.advance(page.timestamp());
    boolean dropped = PageRule.of(page, index.overrides()).dropped();
    Lookup lookup = dropped ? Lookup.none(0) : index.lookup(page);
    if (!dropped && !lookup.found() && !lookup.isItself()) {
      index.put(index.nextOrdinal(), page);
    }
    return verdict(lane, page, lookup, index.overrides(), basis);
  }

  /**
   * The verdict that follows from a lookup.
   *
   * @param lane the lane's number
   * @param page the page as the index knows it
   * @param lookup what the lane's leaders say; not used if an override drops the page
   */
  public static Verdict verdict(
      int lane, LeaderRecord page, Lookup lookup, Overrides overrides, Verdict.Basis basis) {
    return verdict(
        lane,
        page,
        lookup.found() ? Evidence.of(page, lookup) : null,
        original(lookup.earlier()),
        lookup.compared(),
        overrides,
        basis);
  }

  /**
   * The verdict that follows from a match, or from there being none.
   *
   * @param evidence of the match; null if there is none. Not used if an override drops the page
   * @param newVersionOf the earlier version of the same URL that the page would be a near copy of;
   *     null if there is none
   * @param compared with how many leaders' records the page was compared in full
   */
  public static Verdict verdict(
      int lane,
      LeaderRecord page,
      Evidence evidence,
      Verdict.Original newVersionOf,
      int compared,
      Overrides overrides,
      Verdict.Basis basis) {
    JudgedPage judged = JudgedPage.of(lane, page);
    PageOverrides own = PageRule.of(page, overrides);
    if (own.dropped()) {
      return Verdict.overridden(judged, own.decision(), null, 0, basis);
    }
    if (evidence != null && own.decision() != null) {
      return Verdict.overridden(judged, own.decision(), evidence.duplicateOf(), compared, basis);
    }
    if (evidence != null) {
      return Verdict.duplicate(judged, evidence, compared, basis);
    }
    return new Verdict(judged, null, compared, basis, newVersionOf, null);
  }

  /**
   * The evidence of a match, for those who decide without an index of their own.
   *
   * @param match how the page and the kept page match
   * @param duplicateOf the kept page
   * @param sameUrl whether their normalised URLs are the same
   * @param nearness how near they are
   * @param table the table that found the match
   */
  public static Evidence evidence(
      Evidence.Match match,
      Verdict.Original duplicateOf,
      boolean sameUrl,
      Nearness nearness,
      String table) {
    return Evidence.of(match, duplicateOf, sameUrl, nearness, table);
  }

  private static Verdict.Original original(LeaderRecord leader) {
    return leader == null
        ? null
        : new Verdict.Original(leader.url(), leader.source(), leader.reference());
  }
}
