package dev.crawlsieve.core.index;

/** Visits every leader that may match a page, for callers that decide by rules of their own. */
public interface LeaderVisitor {

  /** A leader of the same scope and content, or the page itself if it is a leader. */
  void same(long ordinal, ComparedPage leader);

  /**
   * Whether to visit leaders that may be near; asked after all leaders of the same content were
   * visited.
   */
  boolean wantsNear();

  /**
   * Whether to visit this leader that may be near; its record may have to be read from disk for
   * that.
   */
  boolean wants(long ordinal);

  /** A leader that may be near. It may have any scope and any content. */
  void near(long ordinal, ComparedPage leader);
}
