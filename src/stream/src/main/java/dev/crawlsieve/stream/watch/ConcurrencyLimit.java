package dev.crawlsieve.stream.watch;

import dev.crawlsieve.stream.http.Asker;
import dev.crawlsieve.stream.http.RefusedException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Limits how many requests work at a time; others wait briefly. Thread-safe. */
final class ConcurrencyLimit {

  private static final long WAIT_MILLIS = 2_000;

  private final Semaphore permits;

  /**
   * @param atATime how many may work at a time
   */
  ConcurrencyLimit(int atATime) {
    permits = new Semaphore(atATime, true);
  }

  /**
   * Waits for a turn, which must be given back with {@link #give}.
   *
   * @throws RefusedException with 503 if none is free within two seconds, or if the asker has gone
   */
  void take(Asker asker) throws RefusedException {
    try {
      if (permits.tryAcquire(WAIT_MILLIS, TimeUnit.MILLISECONDS)) {
        if (!asker.gone()) {
          return;
        }
        permits.release();
        asker.ensureThere();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw new RefusedException(503, "others are asking the same; try again in a moment");
  }

  void give() {
    permits.release();
  }
}
