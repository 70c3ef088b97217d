package dev.crawlsieve.core.work;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Lets another thread end some work, and wait until what it leaves behind is cleared away. */
public final class Stoppable {

  private final CountDownLatch cleared = new CountDownLatch(1);
  private volatile boolean started;
  private volatile boolean stopped;
  private final String notEnded;
  private final Duration patience;

  /** A benchmark. */
  public Stoppable() {
    this("the benchmark did not end", Duration.ofSeconds(60));
  }

  /**
   * Some work.
   *
   * @param notEnded what is said of it if it does not end in time
   * @param patience how long {@link #stop} waits
   */
  public Stoppable(String notEnded, Duration patience) {
    this.notEnded = notEnded;
    this.patience = patience;
  }

  /** To be called when the work begins. */
  public void begin() {
    started = true;
  }

  /**
   * To be called often by the work.
   *
   * @throws SieveException if it is to end
   */
  public void ensureGoingOn() {
    if (stopped) {
      throw new SieveException("stopped");
    }
  }

  /** To be called when all is cleared away. */
  public void cleared() {
    cleared.countDown();
  }

  /** Ends the work, if there is any, and waits. */
  public void stop() {
    stopped = true;
    if (!started) {
      return;
    }
    try {
      if (!cleared.await(patience.toNanos(), TimeUnit.NANOSECONDS)) {
        throw new SieveException(notEnded);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
