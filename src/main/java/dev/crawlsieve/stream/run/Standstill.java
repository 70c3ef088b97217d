package dev.crawlsieve.stream.run;

import java.time.Duration;

/**
 * That an instance stands still: there is something to do, and nothing is committed.
 *
 * @param cause what kind of thing holds it up
 * @param reason what exactly, for people
 * @param length for how long by now
 * @param live false if a restart is due: it can help, and the time for others to help is over
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
