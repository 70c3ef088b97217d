package dev.crawlsieve.core.index;

import dev.crawlsieve.core.config.Overrides;
import java.util.Collection;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The kept pages of one lane; finds the one that a page matches.
 *
 * <p>Implementations agree on every answer: the oracle of the tests compares with every leader, by
 * {@link PageRule#rank}.
 */
public interface LeaderIndex extends SiteEvidence.Store, AutoCloseable {

  /**
   * Advances lane time to the next page, before it is looked up; leaders may expire, see {@link
   * LaneTime}. Does nothing in an index in which nothing expires.
   *
   * @param timestamp the page's, milliseconds since 1970-01-01T00:00Z
   */
  default void advance(long timestamp) {}

  /** The overrides of the rule, which {@link #lookup} follows; see {@link PageRule}. */
  default Overrides overrides() {
    return Overrides.NONE;
  }

  /**
   * Announces pages that will be looked up soon, in this order, so that slow reads can begin early.
   * Changes no answer.
   *
   * @param pages only called if that helps
   */
  default void expect(Supplier<? extends Collection<LeaderRecord>> pages) {}

  /**
   * The leader that a page matches best: same content before near, then by the {@link Detector}'s
   * rank (same contents: the smallest distance), then the lowest ordinal. Only leaders of the
   * page's own scope that have not expired are considered; where changed pages are readmitted, near
   * ones only if they have other URLs. A page that is a leader itself matches none; that happens
   * when a lane holds it twice, or when it is decided again.
   *
   * @return the best match, or {@link Lookup#itself}, or {@link Lookup#none} if there is neither
   */
  Lookup lookup(LeaderRecord page);

  /**
   * Adds a leader, or overwrites it with the same record again.
   *
   * @param ordinal {@link #nextOrdinal()}, or an existing ordinal (when part of a restore is
   *     repeated)
   */
  void put(long ordinal, LeaderRecord leader);

  /** The leader with this ordinal; one that has expired may be gone. */
  @Nullable LeaderRecord get(long ordinal);

  /** One more than the highest ordinal in use; 0 if there is none. */
  long nextOrdinal();

  @Override
  void close();
}
