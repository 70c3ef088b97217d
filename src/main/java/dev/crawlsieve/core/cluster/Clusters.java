package dev.crawlsieve.core.cluster;

import dev.crawlsieve.core.verdict.Verdict;

/** What is made of a lane's verdicts: clusters, or nothing. */
public interface Clusters extends AutoCloseable {

  /** Makes nothing of them. */
  Clusters NONE = (verdict, features) -> verdict;

  /**
   * Takes the next page of the lane.
   *
   * @param verdict what was decided on it
   * @return the verdict, with the page that it replaces if it is to be kept in that one's place
   */
  Verdict take(Verdict verdict, Features features);

  /** Frees what it holds. */
  @Override
  default void close() {}
}
