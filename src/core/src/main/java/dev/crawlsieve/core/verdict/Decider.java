package dev.crawlsieve.core.verdict;

import dev.crawlsieve.core.config.OverrideRule;
import dev.crawlsieve.core.index.ComparedPage;
import dev.crawlsieve.core.index.Forgetting;
import dev.crawlsieve.core.index.LeaderIndex;
import dev.crawlsieve.core.index.Lookup;
import dev.crawlsieve.core.index.PagePair;
import dev.crawlsieve.core.index.SiteEvidence;
import java.util.Objects;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The rule: a page is a duplicate iff it matches an earlier page that was itself kept; otherwise it
 * is unique and is kept. A page is never a copy of itself: if a kept page is decided on again, it
 * is unique again.
 *
 * <p>An override that was logged with a page decides instead of the rule. A page that it drops is
 * compared with nothing. A page that it keeps although it matches another one does not enter the
 * index, so later pages are not compared with it. Reference pages are decided on like all others;
 * only their route differs, see {@link Verdict#route}.
 *
 * <p>The same class decides in the stream, in a sequential scan and on replay; only the index
 * differs. Not thread-safe.
 */
public final class Decider {

  private final LeaderIndex index;
  private final SiteEvidence sites;
  private final DroppedPages droppedPages;

  /**
   * A decider over an index, to which it adds the pages that it keeps.
   *
   * @param detector name of the detector, for the verdict
   * @param settings hash of the settings that decide, for the verdict
   */
  public Decider(LeaderIndex index, String detector, int settings) {
    this.index = Objects.requireNonNull(index, "index");
    this.sites = new SiteEvidence(index);
    this.droppedPages = new DroppedPages(index, new Verdict.Basis(detector, settings));
  }

  /**
   * Decides on the next page of a lane.
   *
   * @param lane the lane's number
   * @param next the page as the index knows it
   */
  public Verdict decide(int lane, ComparedPage next) {
    index.advance(next.timestamp());
    ComparedPage page = sites.enter(next);
    Lookup lookup = page.dropped() ? Lookup.none(0) : index.lookup(page);
    Verdict verdict = droppedPages.decide(lane, page, lookup, index.expired());
    if (isNew(verdict, lookup)) {
      index.put(index.nextOrdinal(), page);
    }
    return verdict;
  }

  /**
   * Forgets pages, as the next record of the lane asks. Later pages are decided on as if those had
   * expired.
   */
  public void forget(Forgetting asked) {
    forget(asked, index, LongUnaryOperator.identity());
    sites.forget();
  }

  /**
   * Forgets what a part of the lane knows.
   *
   * @param ordinals for an ordinal in the lane, how many leaders of the part are below it
   */
  public static void forget(Forgetting asked, LeaderIndex part, LongUnaryOperator ordinals) {
    asked.forgetLeaders(part, ordinals);
    for (String key : asked.keys(part::sites)) {
      byte[] stored = part.site(key);
      if (stored != null
          && (asked.isSite(key, stored) || DroppedPages.isCopyOf(asked, key, stored))) {
        part.dropSite(key);
      }
    }
  }

  /**
   * Whether a page enters the index.
   *
   * @param lookup result of the search among the lane's leaders
   */
  public static boolean isNew(Verdict verdict, Lookup lookup) {
    return verdict.decision() == Verdict.Decision.UNIQUE
        && verdict.overridden() == null
        && !lookup.isItself();
  }

  /**
   * The verdict that follows from a lookup.
   *
   * @param lane the lane's number
   * @param page the page as the index knows it
   * @param lookup result of the search among the lane's leaders; not used if an override drops the
   *     page
   * @param remembered see {@link DroppedPages#remembered}
   */
  public static Verdict verdict(
      int lane,
      ComparedPage page,
      Lookup lookup,
      @Nullable Evidence remembered,
      Verdict.Basis basis) {
    ComparedPage leader = lookup.leader(); // the page itself, or the one that it copies
    Evidence before = leader == null ? remembered : null;
    Evidence evidence =
        leader == null || lookup.isItself()
            ? before
            : Evidence.of(PagePair.of(page, leader), lookup);
    return verdictOn(lane, page, lookup, evidence, basis);
  }

  /**
   * The verdict that follows from evidence.
   *
   * @param evidence what makes the page a copy; null if nothing does
   */
  static Verdict verdictOn(
      int lane,
      ComparedPage page,
      Lookup lookup,
      @Nullable Evidence evidence,
      Verdict.Basis basis) {
    JudgedPage judged = JudgedPage.of(lane, page);
    OverrideRule decision = page.override();
    if (decision != null && page.dropped()) {
      return Verdict.overridden(judged, decision, null, 0, basis);
    }
    int compared = lookup.compared();
    if (evidence == null) {
      return new Verdict(judged, null, compared, basis, original(lookup.earlier()), null, null);
    }
    return decision == null
        ? Verdict.duplicate(judged, evidence, compared, basis)
        : Verdict.overridden(judged, decision, evidence.duplicateOf(), compared, basis);
  }

  private static Verdict.@Nullable Original original(@Nullable ComparedPage leader) {
    return leader == null
        ? null
        : new Verdict.Original(leader.url(), leader.source(), leader.reference());
  }
}
