package dev.crawlsieve.watch.http;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Limits the number of requests that are processed at a time; further ones wait briefly.
 * Thread-safe.
 */
public final class ConcurrencyLimit {

  private static final long WAIT_MILLIS = 2_000;

  /** The work of a request, which is done in its turn. */
  public interface Work<T> {

    T result() throws RefusedException;
  }

  private final Semaphore permits;
  private final int waiting;
  private final int status;
  private final String reason;

  /**
   * A limit beyond which requests are refused with status 503.
   *
   * @param atATime number of requests that may be processed at a time
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
   * A limit for requests that ask for verdicts, beyond which they are refused with status 429.
   *
   * @param atATime number of requests that may be processed at a time
   * @param waiting approximate number of requests that may wait
   */
  public static ConcurrencyLimit ofAsks(int atATime, int waiting) {
    return new ConcurrencyLimit(
        atATime,
        waiting,
        429,
        "too many ask at once: try again in a second, or send several pages in one request");
  }

  /**
   * Waits for a turn, does work, and gives the turn back.
   *
   * @throws RefusedException as {@link #take} does, or as the work does
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
   * Waits for a turn, which the caller must give back with {@link #give}.
   *
   * @throws RefusedException if there is none within two seconds, or too many requests wait
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
