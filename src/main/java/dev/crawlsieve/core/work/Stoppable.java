package dev.crawlsieve.core.work;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Lets another thread end some work, and wait until what it leaves behind is cleared away. */
public final class Stoppable {

  private static final int PATIENCE_SECONDS = 60;

  private final CountDownLatch cleared = new CountDownLatch(1);
  private volatile boolean started;
  private volatile boolean stopped;

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
      if (!cleared.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new SieveException("the benchmark did not end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
