package dev.crawlsieve.core.work;

/** Receives notes for the user and, optionally, how far the work is. */
public interface ProgressListener {

  /** A note for the user, in one sentence. */
  void note(String sentence);

  /**
   * How far the work is.
   *
   * @param things what the progress counts, such as pages
   */
  default void accept(String things, Progress progress) {}
}
