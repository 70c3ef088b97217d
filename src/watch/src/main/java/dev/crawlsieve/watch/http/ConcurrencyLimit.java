package dev.crawlsieve.watch.http;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Limits how many requests work at a time; others wait briefly. Thread-safe. */
public final class ConcurrencyLimit {

  private static final long WAIT_MILLIS = 2_000;

  /** What is done in a turn. */
  public interface Work<T> {

    T result() throws RefusedException;
  }

  private final Semaphore permits;
  private final int waiting;
  private final int status;
  private final String reason;

  /**
   * A limit beyond which requests are refused with 503.
   *
   * @param atATime how many may work at a time
   */
  public ConcurrencyLimit(int atATime) {
    this(atATime, Integer.MAX_VALUE, 503, "others are asking the same; try again in a moment");
  }

  private ConcurrencyLimit(int atATime, int waiting, int status, String reason) {
    this.permits = new Semaphore(atATime, true);
    this.waiting = waiting;
    this.status = status;
    this.reason = reason;
  }

  /**
   * A limit for requests that ask for verdicts, beyond which they are refused with 429.
   *
   * @param atATime how many may work at a time
   * @param waiting how many may wait, about
   */
  public static ConcurrencyLimit ofAsks(int atATime, int waiting) {
    return new ConcurrencyLimit(
        atATime,
        waiting,
        429,
        "too many ask at once: try again in a second, or send several pages in one request");
  }

  /**
   * Does work in a turn.
   *
   * @throws RefusedException as by {@link #take}, or by the work
   */
  public <T> T within(Work<T> work) throws RefusedException {
    take();
    try {
      return work.result();
    } finally {
      give();
    }
  }

  /**
   * Waits for a turn, which must be given back with {@link #give}.
   *
   * @throws RefusedException if none is free within two seconds, or if too many wait
   */
  void take() throws RefusedException {
    try {
      if (permits.tryAcquire(0, TimeUnit.MILLISECONDS)
          || (permits.getQueueLength() < waiting
              && permits.tryAcquire(WAIT_MILLIS, TimeUnit.MILLISECONDS))) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw new RefusedException(status, reason);
  }

  /** Gives a turn back. */
  void give() {
    permits.release();
  }
}
