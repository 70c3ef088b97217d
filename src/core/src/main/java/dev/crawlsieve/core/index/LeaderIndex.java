package dev.crawlsieve.core.index;

import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The kept pages of one lane; finds the one that a page matches.
 *
 * <p>All implementations give the same answers. In tests, the reference is an index that compares a
 * page with every leader by {@link PageRule#rank}.
 */
public interface LeaderIndex extends SiteEvidence.Store, AutoCloseable {

  /**
   * Advances lane time to the next page, before it is looked up; leaders may expire, see {@link
   * LaneTime}. Does nothing in an index in which nothing expires.
   *
   * @param timestamp the page's, milliseconds since 1970-01-01T00:00Z
   */
  default void advance(long timestamp) {}

  /**
   * Announces pages that will be looked up soon, in this order, so slow reads can begin early.
   * Changes no answer.
   *
   * @param pages supplies the pages; called only if the index can use them
   */
  default void expect(Supplier<? extends Collection<ComparedPage>> pages) {}

  /**
   * The leader that a page matches best. Leaders with the same content come first, by the distance
   * of the SimHashes; then near ones, by the {@link Detector}'s rank; among equals, the lowest
   * ordinal wins. Only leaders of the page's own scope that have not expired are considered. An
   * earlier version of the page that is kept beside it ({@link PagePair#isNewVersion}) is no match.
   * A page that is itself a leader matches none; this happens when a lane holds the page twice, or
   * when it is decided on again.
   *
   * @return the best match, {@link Lookup#itself} if the page is a leader, otherwise {@link
   *     Lookup#none} or {@link Lookup#newVersion}
   */
  Lookup lookup(ComparedPage page);

  /**
   * Adds a leader, or replaces one by what stays of it once it is {@link ComparedPage#forgotten}.
   * Putting the same record under the same ordinal again changes nothing.
   *
   * @param ordinal {@link #nextOrdinal()}, or an existing ordinal if part of a restore is repeated
   */
  void put(long ordinal, ComparedPage leader);

  /**
   * The ordinals of leaders that have not been forgotten, in order.
   *
   * @param from the lowest ordinal
   * @param to all are below this
   */
  List<Long> leaders(long from, long to, Predicate<ComparedPage> which);

  /** The keys of what was learned of sites and of dropped pages, from one to below another. */
  List<String> sites(String from, String to);

  /** Deletes the record of a site or a dropped page; does nothing if there is none. */
  void dropSite(String key);

  /** The leader with this ordinal; null if there is none. An expired leader may be gone. */
  @Nullable ComparedPage get(long ordinal);

  /** Leaders below this ordinal have expired. */
  default long expired() {
    return 0;
  }

  /** One more than the highest ordinal in use; 0 if there is none. */
  long nextOrdinal();

  @Override
  void close();
}
