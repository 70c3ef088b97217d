package dev.crawlsieve.chaos;

/** Receives the events of a chaos run, from several threads. */
public interface ChaosListener {

  /** Something that has happened, in a line. */
  void note(String line);

  /**
   * How far it is, about once a second.
   *
   * @param in pages that the brokers have taken
   * @param out pages that have come out
   */
  void progress(long in, long out);
}
