package dev.crawlsieve.stream.run;

import dev.crawlsieve.core.failure.SieveException;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Work that is repeated on its own daemon thread, with a pause before each turn, until it is
 * closed. A turn that fails does not end the work: the failure is logged, and the next turn
 * follows.
 */
public final class PeriodicWork implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(PeriodicWork.class);

  private static final long CLOSING_SECONDS = 8;

  /** One turn of the work. */
  @FunctionalInterface
  public interface Turn {

    /**
     * Does the work once.
     *
     * @throws InterruptedException if the work is closed meanwhile
     */
    void run() throws InterruptedException;
  }

  private final String name;
  private final long everyMillis;
  private final Turn turn;
  private final ScheduledExecutorService executor;
  private boolean failing;

  /**
   * @param name name of its thread
   * @param every the pause before each turn, at least a millisecond
   */
  public PeriodicWork(String name, Duration every, Turn turn) {
    this(name, every, turn, () -> {});
  }

  /**
   * @param name name of its thread
   * @param every the pause before each turn, at least a millisecond
   * @param end called once, after the last turn
   */
  PeriodicWork(String name, Duration every, Turn turn, Runnable end) {
    this.name = name;
    this.everyMillis = Math.max(1, every.toMillis());
    this.turn = turn;
    this.executor =
        new ScheduledThreadPoolExecutor(
            1,
            turns -> {
              Thread thread = new Thread(turns, name);
              thread.setDaemon(true);
              return thread;
            }) {
          @Override
          protected void terminated() {
            end.run();
          }
        };
  }

  /** Starts; the first turn comes after a pause. */
  public void start() {
    executor.scheduleWithFixedDelay(this::tryTurn, everyMillis, everyMillis, TimeUnit.MILLISECONDS);
  }

  /** Logs the first of several failures in a row. */
  private void tryTurn() {
    try {
      turn.run();
      failing = false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (SieveException e) {
      if (!failing && !closing()) {
        LOG.warn("{} is tried again in {} ms: {}", name, everyMillis, e.getMessage());
      }
      failing = true;
    } catch (RuntimeException | Error e) {
      if (!failing && !closing()) {
        LOG.error("{} failed; it is repeated every {} ms", name, everyMillis, e);
      }
      failing = true;
    }
  }

  /** Whether it is being closed, or was closed. */
  boolean closing() {
    return executor.isShutdown();
  }

  /** Interrupts the current turn, and waits at most a few seconds for it to end. Idempotent. */
  @Override
  public void close() {
    executor.shutdownNow();
    try {
      executor.awaitTermination(CLOSING_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
