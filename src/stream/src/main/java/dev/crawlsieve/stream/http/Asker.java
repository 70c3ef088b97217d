package dev.crawlsieve.stream.http;

/** The client waiting for an answer. */
@FunctionalInterface
public interface Asker {

  /** A client that waits for as long as it takes. */
  Asker PATIENT = () -> false;

  /**
   * Whether the client has gone. Costs a system call, so it should not be called for every record.
   */
  boolean gone();

  /**
   * Stops the work if the client has gone.
   *
   * @throws RefusedException if it has; the exception is not sent to anyone
   */
  default void ensureThere() throws RefusedException {
    if (gone()) {
      throw new RefusedException(408, "the client is no longer waiting for the answer");
    }
  }
}
