package dev.crawlsieve.core.work;

/** Receives notes for the user and, optionally, the progress of some work. */
public interface ProgressListener {

  /** A note for the user, in one sentence. */
  void note(String sentence);

  /**
   * The progress of the work.
   *
   * @param things the name of what is counted, for example pages
   */
  default void accept(String things, Progress progress) {}
}
