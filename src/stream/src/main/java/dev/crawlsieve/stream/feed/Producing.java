package dev.crawlsieve.stream.feed;

import dev.crawlsieve.core.failure.SieveException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/** Pages that another thread produces. */
public final class Producing {

  private Producing() {}

  /**
   * Waits until that thread is done, and returns its result.
   *
   * @throws SieveException if it failed
   */
  public static <T> T join(Future<T> producing) {
    try {
      return producing.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof SieveException told) {
        throw told;
      }
      throw new SieveException("pages cannot be produced: " + e.getCause(), e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SieveException("interrupted", e);
    }
  }
}
