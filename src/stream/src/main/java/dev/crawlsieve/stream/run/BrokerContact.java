package dev.crawlsieve.stream.run;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Judges from attempts to reach the brokers whether they are away: at least two attempts in a row
 * without an answer, and the last answer too long ago. One slow answer, or a pause of this process,
 * is therefore not taken for an absence. Not thread-safe.
 */
final class BrokerContact {

  private static final int LEAST_ATTEMPTS = 2;

  private final long patienceNanos;
  private long lastNanos;
  private int unanswered;

  /**
   * @param patience how long ago the last answer may be
   * @param nanos the current time of a monotonic clock; counts as an answer
   */
  BrokerContact(Duration patience, long nanos) {
    this.patienceNanos = patience.toNanos();
    this.lastNanos = nanos;
  }

  /** A broker has answered. */
  void answered(long nanos) {
    lastNanos = nanos;
    unanswered = 0;
  }

  /**
   * No broker has answered an attempt.
   *
   * @return how long ago the last answer was, if the brokers are away; otherwise null
   */
  @Nullable Duration unanswered(long nanos) {
    unanswered++;
    long length = nanos - lastNanos;
    return unanswered >= LEAST_ATTEMPTS && length >= patienceNanos
        ? Duration.ofNanos(length)
        : null;
  }
}
