package dev.crawlsieve.stream.run;

import java.time.Duration;

/**
 * An instance that makes no progress: there is work to do, and nothing is committed.
 *
 * @param cause the kind of obstacle
 * @param reason the exact reason, for people
 * @param length how long it has lasted
 * @param live false if a restart is due: it can help, and the problem has lasted long enough
 */
public record Standstill(Cause cause, String reason, Duration length, boolean live) {

  /** What holds an instance up. */
  public enum Cause {
    /** No broker answers. */
    BROKER,
    /** A topic is not there. */
    TOPIC,
    /** What is done with a record is undone again and again, and the record met again. */
    RECORD_AGAIN,
    /** The work on a record does not end. */
    RECORD,
    /** Tasks are closed and made anew again and again, as when another fences their producer. */
    FENCED,
    /** Nothing is committed, and it is not known why. */
    COMMIT,
    /** Tasks are not assigned, or are restored without getting on. */
    ASSIGNMENT;

    /** Whether a process that starts anew may get on. */
    boolean restartHelps() {
      return this == RECORD || this == FENCED || this == COMMIT || this == ASSIGNMENT;
    }
  }
}
