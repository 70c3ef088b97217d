package dev.crawlsieve.stream.http;

/** The client waiting for an answer. */
@FunctionalInterface
public interface Asker {

  /** One who waits for as long as it takes. */
  Asker PATIENT = () -> false;

  /** Whether nobody waits any more. Costs a system call, so not to be asked for every record. */
  boolean gone();

  /**
   * Ends the work if nobody waits for it.
   *
   * @throws RefusedException if so; it reaches nobody
   */
  default void ensureThere() throws RefusedException {
    if (gone()) {
      throw new RefusedException(408, "nobody is waiting for the answer any more");
    }
  }
}
