package dev.crawlsieve.lab.chaos;

/** Receives the events of a chaos run, from several threads. */
public interface ChaosListener {

  /** An event, described in one line. */
  void note(String line);

  /**
   * Progress, about once a second.
   *
   * @param in number of pages that the brokers have accepted
   * @param out number of pages that have come out
   */
  void progress(long in, long out);
}
