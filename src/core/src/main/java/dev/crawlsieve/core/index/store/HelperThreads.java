package dev.crawlsieve.core.index.store;

import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Runs background work and counts how many pieces of it are running. */
final class HelperThreads implements Executor {

  private static final long WAITS_SECONDS = 10;

  private final Executor executor;
  private final AtomicInteger running = new AtomicInteger();
  private Runnable afterwards = () -> {};

  /**
   * @param executor runs the work, possibly at any later time
   */
  HelperThreads(Executor executor) {
    this.executor = executor;
  }

  /** An executor with named daemon threads, which end after a while without work. */
  static Executor daemons(String name) {
    return new ThreadPoolExecutor(
        0,
        Integer.MAX_VALUE,
        WAITS_SECONDS,
        TimeUnit.SECONDS,
        new SynchronousQueue<>(),
        work -> {
          Thread thread = new Thread(work, name);
          thread.setDaemon(true);
          return thread;
        });
  }

  /**
   * Sets a callback for the end of each piece of work. Must be called before any work is submitted.
   */
  void afterwards(Runnable called) {
    afterwards = called;
  }

  @Override
  public void execute(Runnable work) {
    executor.execute(
        () -> {
          running.incrementAndGet();
          try {
            work.run();
          } finally {
            running.decrementAndGet();
            afterwards.run();
          }
        });
  }

  /** Runs work that is not counted. */
  void executeBeside(Runnable work) {
    executor.execute(work);
  }

  /** The number of running pieces of work. */
  int running() {
    return running.get();
  }
}
