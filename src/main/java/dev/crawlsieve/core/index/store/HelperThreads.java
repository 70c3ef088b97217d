package dev.crawlsieve.core.index.store;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/** Runs what is done beside the thread that puts, and counts how much of it goes on. */
final class HelperThreads implements Executor {

  private final Executor executor;
  private final AtomicInteger running = new AtomicInteger();
  private Runnable afterwards = () -> {};

  /**
   * @param executor runs the work, at any later time
   */
  HelperThreads(Executor executor) {
    this.executor = executor;
  }

  /** Before any work: what is called whenever some has ended. */
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

  /** Runs work that does not count. */
  void executeBeside(Runnable work) {
    executor.execute(work);
  }

  /** How much goes on now. */
  int running() {
    return running.get();
  }
}
