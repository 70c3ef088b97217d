package dev.crawlsieve.sites.cluster;

import dev.crawlsieve.core.verdict.Verdict;

/** Builds clusters from a lane's verdicts, or does nothing with them. */
public interface Clusters extends AutoCloseable {

  /** Builds no clusters. */
  Clusters NONE = (verdict, features) -> verdict;

  /**
   * Adds the next page of the lane.
   *
   * @param verdict the decision on it
   * @return the verdict; if the page should be kept in place of the preferred one, with the page
   *     that it replaces
   */
  Verdict take(Verdict verdict, Features features);

  /** Releases its resources. */
  @Override
  default void close() {}
}
