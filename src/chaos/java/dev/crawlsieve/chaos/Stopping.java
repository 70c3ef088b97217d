package dev.crawlsieve.chaos;

import dev.crawlsieve.core.work.SieveException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Whether a run is to be stopped early. */
final class Stopping {

  private final CountDownLatch asked = new CountDownLatch(1);

  void ask() {
    asked.countDown();
  }

  boolean asked() {
    return asked.getCount() == 0;
  }

  /**
   * Waits.
   *
   * @throws SieveException as soon as the run is to be stopped
   */
  void sleep(long millis) throws InterruptedException {
    if (asked.await(millis, TimeUnit.MILLISECONDS)) {
      throw new SieveException("stopped");
    }
  }
}
