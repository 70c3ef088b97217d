package dev.crawlsieve.stream.run;

import dev.crawlsieve.core.failure.Causes;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.stream.kafka.errors.BrokerErrors;
import dev.crawlsieve.stream.kafka.errors.Remedy;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides whether work begins again after an error of a Kafka client, and when: at once after the
 * first error, then after pauses that double up to {@value #LONGEST_MILLIS} ms.
 *
 * <p>Transient errors, such as brokers that are away, are waited out without limit; after a minute
 * without one, the pauses are short again. {@value #MOST} unexpected errors end the instance; ten
 * minutes without one reset the count. Commits do not reset it: a partition that fails permanently
 * would otherwise be restored and fail forever, as long as others commit.
 *
 * <p>Stream threads share the counts, and all failures before the next attempt is due count once.
 * So an instance ends after about four minutes at the earliest, with any number of threads. A
 * rolling restart of the brokers ends it only if they answer with unexpected errors all this time.
 * Thread-safe.
 */
final class Restarts implements AutoCloseable {

  static final int MOST = 30;

  private static final Logger LOG = LoggerFactory.getLogger(Restarts.class);
  private static final long SHORTEST_MILLIS = 250;
  private static final long LONGEST_MILLIS = 10_000;
  private static final int MOST_DOUBLINGS = 6; // enough to reach the longest

  private final LongSupplier nanoTime;
  private final Streak passing = new Streak(Duration.ofMinutes(1));
  private final Streak unexpected = new Streak(Duration.ofMinutes(10));
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
   * Whether to begin again after a failure. From then on, {@link #await} waits for the next
   * attempt.
   *
   * @return false if only a person can fix the cause, or there were too many attempts
   */
  synchronized boolean again(Throwable failure) {
    return again(failure, BrokerErrors.remedy(failure));
  }

  /** The same for a failure that is already classified. */
  synchronized boolean again(Throwable failure, Remedy remedy) {
    if (remedy == Remedy.STOP) {
      return false;
    }
    boolean retry = remedy == Remedy.RETRY;
    Streak streak = retry ? unexpected : passing;
    long now = nanoTime.getAsLong();
    if (closed || streak.covers(now)) {
      LOG.debug("an error while stopping, or before the next attempt", failure);
      return true;
    }
    streak.forget(now);
    if (retry && streak.count == MOST) {
      return false;
    }
    long pause = streak.add(now);
    dueNanos = Math.max(dueNanos, streak.dueNanos);
    if (retry) {
      LOG.warn(
          "an error of the Kafka broker: the work since the last commit begins again in {} ms ({}"
              + " of {} times): {}",
          pause,
          streak.count,
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

  /** How long until the next attempt is due. */
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

  /** The failure that ends the instance, because it cannot begin again after it. */
  SieveException failure(Throwable cause) {
    return BrokerErrors.remedy(cause) == Remedy.RETRY
        ? new SieveException(
            "the Kafka broker answered with errors "
                + MOST
                + " times, never ten minutes apart: "
                + Causes.root(cause)
                + ". What was committed is safe: start again once the brokers are well",
            cause)
        : FailureText.of(cause);
  }

  /** Ends all waits. */
  @Override
  public synchronized void close() {
    closed = true;
    notifyAll();
  }

  /** Errors that follow each other without a quiet period in between. */
  private static final class Streak {

    private final long quietNanos;
    private int count;
    private long dueNanos;

    Streak(Duration quiet) {
      this.quietNanos = quiet.toNanos();
    }

    /** Whether the attempt after the latest error is still to come. */
    boolean covers(long now) {
      return count > 0 && now - dueNanos < 0;
    }

    void forget(long now) {
      if (now - dueNanos > quietNanos) {
        count = 0;
      }
    }

    /** The pause until the next attempt, in milliseconds. */
    long add(long now) {
      long pause = pauseMillis(count);
      count++;
      dueNanos = now + Duration.ofMillis(pause).toNanos();
      return pause;
    }
  }
}
