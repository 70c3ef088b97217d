package dev.crawlsieve.stream.run;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Judges from attempts to reach the brokers whether they are away. They are if at least two
 * attempts in a row had no answer and the last answer is too long ago. So neither one slow answer
 * nor a pause of this process counts as an absence. Not thread-safe.
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

  /** Called when a broker has answered. */
  void answered(long nanos) {
    lastNanos = nanos;
    unanswered = 0;
  }

  /**
   * Called when no broker has answered an attempt.
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
