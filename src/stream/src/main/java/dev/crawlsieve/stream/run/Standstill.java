package dev.crawlsieve.stream.run;

import java.time.Duration;

/**
 * The state of an instance that makes no progress: there is work to do, but nothing is committed.
 *
 * @param cause the kind of obstacle
 * @param reason the exact reason, in human-readable form
 * @param length how long it has lasted
 * @param live false if a restart is due: it may help, and the problem has lasted long enough
 */
public record Standstill(Cause cause, String reason, Duration length, boolean live) {

  /** What keeps an instance from making progress. */
  public enum Cause {
    /** No broker answers. */
    BROKER,
    /** Brokers answer, but the consumers are connected to none. */
    CONNECTION,
    /** A topic does not exist. */
    TOPIC,
    /** A record is processed again and again because its work keeps being rolled back. */
    RECORD_AGAIN,
    /** Another producer's transaction stays open, and records behind it cannot be read. */
    TRANSACTION,
    /** Processing of a record does not end. */
    RECORD,
    /**
     * Tasks are closed and recreated repeatedly, for example because another producer fences
     * theirs.
     */
    FENCED,
    /** Nothing is committed, for an unknown reason. */
    COMMIT,
    /** Tasks are not assigned, or their restore makes no progress. */
    ASSIGNMENT;

    /** Whether a restarted process may make progress. */
    boolean restartHelps() {
      return switch (this) {
        case CONNECTION, RECORD, FENCED, COMMIT, ASSIGNMENT -> true;
        case BROKER, TOPIC, RECORD_AGAIN, TRANSACTION -> false;
      };
    }

    /** Whether slow brokers, or delays because of a quota, may be the reason. */
    boolean delayMayCause() {
      return (restartHelps() && this != CONNECTION) || this == RECORD_AGAIN;
    }
  }

  /** The same with another sentence after the reason. */
  Standstill because(String more) {
    return new Standstill(cause, reason + ". " + more, length, live);
  }
}
