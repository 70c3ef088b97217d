package dev.crawlsieve.core.index;

/** Sees every leader that may match a page, so that a caller can decide by rules of its own. */
public interface LeaderVisitor {

  /** A leader of the same scope and content, or the page itself if it is a leader. */
  void same(long ordinal, LeaderRecord leader);

  /** Whether leaders that may be near are wanted; asked once all of the same content were seen. */
  boolean wantsNear();

  /** Whether the record of a leader that may be near is wanted: it may have to be read. */
  boolean wants(long ordinal);

  /** A leader that may be near; its scope and its content may be any. */
  void near(long ordinal, LeaderRecord leader);
}
