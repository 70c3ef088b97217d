package dev.crawlsieve.core.work;

import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.folder.Folders;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Lets another thread stop some work and wait until the work has cleaned up. */
public final class Stoppable {

  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch cleared = new CountDownLatch(1);
  private volatile boolean started;
  private final String notEnded;
  private final Duration patience;

  /** For the work of a benchmark. */
  public Stoppable() {
    this("the benchmark did not end", Duration.ofSeconds(60));
  }

  /**
   * For some work.
   *
   * @param notEnded the message if the work does not end in time
   * @param patience how long {@link #stop} waits
   */
  public Stoppable(String notEnded, Duration patience) {
    this.notEnded = notEnded;
    this.patience = patience;
  }

  /** Must be called when the work begins. */
  public void begin() {
    started = true;
  }

  /**
   * Throws if the work should stop. The work must call this often.
   *
   * @throws SieveException if the work should stop
   */
  public void ensureGoingOn() {
    if (asked()) {
      throw new SieveException("stopped");
    }
  }

  /**
   * Lets the work sleep.
   *
   * @throws SieveException as soon as the work should stop
   */
  public void sleep(long millis) throws InterruptedException {
    if (asked.await(millis, TimeUnit.MILLISECONDS)) {
      throw new SieveException("stopped");
    }
  }

  /** Whether the work should stop. */
  public boolean asked() {
    return asked.getCount() == 0;
  }

  /** Asks the work to stop, without waiting for it. */
  public void ask() {
    asked.countDown();
  }

  /** Must be called once the work has cleaned up. */
  public void cleared() {
    cleared.countDown();
  }

  /** Removes the work's folder, which is all that it has to clean up. */
  public void clear(Path folder) {
    try {
      Folders.remove(folder);
    } finally {
      cleared();
    }
  }

  /** Stops the work, if it has begun, and waits until it has cleaned up. */
  public void stop() {
    ask();
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
