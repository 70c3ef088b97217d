package dev.crawlsieve.stream.run;

import dev.crawlsieve.core.work.Causes;
import dev.crawlsieve.core.work.SieveException;
import dev.crawlsieve.stream.kafka.BrokerErrors;
import dev.crawlsieve.stream.kafka.Remedy;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides whether the work begins again after an error of a Kafka client, and when: at once for the
 * first time, then after pauses that double up to {@value #LONGEST_MILLIS} ms.
 *
 * <p>Errors that pass are waited for without end, as brokers that are away are. Unexpected ones end
 * the instance after {@value #MOST} in a row, which takes about four minutes: without a commit and
 * without ten quiet minutes in between. Stream threads share the count. Thread-safe.
 */
final class Restarts implements AutoCloseable {

  static final int MOST = 30;

  private static final Logger LOG = LoggerFactory.getLogger(Restarts.class);
  private static final long SHORTEST_MILLIS = 250;
  private static final long LONGEST_MILLIS = 10_000;
  private static final int MOST_DOUBLINGS = 6; // enough to reach the longest
  private static final long QUIET_NANOS = Duration.ofMinutes(10).toNanos();

  private final LongSupplier nanoTime;
  private int inARow;
  private int unexpected;
  private long lastNanos;
  private long dueNanos;
  private boolean closed;

  Restarts() {
    this(System::nanoTime);
  }

  Restarts(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.dueNanos = nanoTime.getAsLong();
  }

  /**
   * Whether to begin again after a failure; from then on {@link #await} waits for the next attempt.
   *
   * @return false if only a person can change what is wrong, or there were too many attempts
   */
  synchronized boolean again(Throwable failure) {
    return again(failure, BrokerErrors.remedy(failure));
  }

  /** The same for a failure that is sorted already. */
  synchronized boolean again(Throwable failure, Remedy remedy) {
    if (remedy == Remedy.STOP) {
      return false;
    }
    long now = nanoTime.getAsLong();
    if (now - lastNanos > QUIET_NANOS) {
      committed();
    }
    if (remedy == Remedy.RETRY && unexpected >= MOST) {
      return false;
    }
    long pause = pauseMillis(inARow);
    inARow++;
    lastNanos = now;
    dueNanos = now + Duration.ofMillis(pause).toNanos();
    if (remedy == Remedy.RETRY) {
      unexpected++;
      LOG.warn(
          "an error of the Kafka broker: the work since the last commit begins again in {} ms ({}"
              + " of {} in a row): {}",
          pause,
          unexpected,
          MOST,
          Causes.root(failure));
    } else {
      LOG.debug("the work since the last commit begins again in {} ms", pause, failure);
    }
    return true;
  }

  private static long pauseMillis(int before) {
    return before == 0
        ? 0
        : Math.min(LONGEST_MILLIS, SHORTEST_MILLIS << Math.min(before - 1, MOST_DOUBLINGS));
  }

  /** The work has got somewhere. */
  synchronized void committed() {
    inARow = 0;
    unexpected = 0;
  }

  /** How long the next attempt has to wait now. */
  synchronized Duration pause() {
    return Duration.ofNanos(Math.max(0, dueNanos - nanoTime.getAsLong()));
  }

  /**
   * Waits until the next attempt is due.
   *
   * @return false if the instance is stopped, or this thread interrupted, instead
   */
  synchronized boolean await() {
    try {
      for (Duration left = pause(); !closed && !left.isZero(); left = pause()) {
        wait(Math.max(1, left.toMillis()));
      }
      return !closed;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** The failure that ends the instance: none that it could begin again after. */
  SieveException failure(Throwable cause) {
    return BrokerErrors.remedy(cause) == Remedy.RETRY
        ? new SieveException(
            "the Kafka broker answered with an error "
                + MOST
                + " times in a row: "
                + Causes.root(cause)
                + ". What was committed is safe: start again once the brokers are well",
            cause)
        : FailureText.of(cause);
  }

  /** Ends all waiting. */
  @Override
  public synchronized void close() {
    closed = true;
    notifyAll();
  }
}
