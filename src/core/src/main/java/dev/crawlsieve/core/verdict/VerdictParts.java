package dev.crawlsieve.core.verdict;

import dev.crawlsieve.core.index.LeaderRecord;
import dev.crawlsieve.core.index.Nearness;

/** Makes the parts of a verdict for those who decide without a {@link Decider}. */
public final class VerdictParts {

  private VerdictParts() {}

  /** The page of a record, as a lane decides on it. */
  public static JudgedPage page(int lane, LeaderRecord page) {
    return JudgedPage.of(lane, page);
  }

  /**
   * The evidence of a match.
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
}
