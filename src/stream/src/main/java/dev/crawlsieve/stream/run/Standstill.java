package dev.crawlsieve.stream.run;

import java.time.Duration;

/**
 * An instance that makes no progress: there is work to do, and nothing is committed.
 *
 * @param cause the kind of obstacle
 * @param reason the exact reason, in human-readable form
 * @param length how long it has lasted
 * @param live false if a restart is due: it can help, and the problem has lasted long enough
 */
public record Standstill(Cause cause, String reason, Duration length, boolean live) {

  /** What keeps an instance from making progress. */
  public enum Cause {
    /** No broker answers. */
    BROKER,
    /** A topic does not exist. */
    TOPIC,
    /** A record is processed again and again because its work keeps being rolled back. */
    RECORD_AGAIN,
    /** Another producer's transaction stays open: what lies behind it cannot be read. */
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
      return this == RECORD || this == FENCED || this == COMMIT || this == ASSIGNMENT;
    }

    /** Whether brokers that are slow, or that delay requests as a quota says, may be the reason. */
    boolean delayMayCause() {
      return restartHelps() || this == RECORD_AGAIN;
    }
  }
}
