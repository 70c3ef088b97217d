package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.index.IndexException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** A piece of background work for the index. */
final class BackgroundWork {

  private final Consumer<BooleanSupplier> work;
  private final CompletableFuture<Void> done = new CompletableFuture<>();
  private final AtomicBoolean started = new AtomicBoolean();
  private volatile boolean cancelled;

  /**
   * Work that has not started.
   *
   * @param work the work; it polls its argument and ends early once that is true
   */
  private BackgroundWork(Consumer<BooleanSupplier> work) {
    this.work = work;
  }

  /** Submits work to an executor, which may run it at any later time. */
  static BackgroundWork start(Executor executor, Consumer<BooleanSupplier> work) {
    BackgroundWork started = new BackgroundWork(work);
    executor.execute(started::run);
    return started;
  }

  private void run() {
    if (!started.compareAndSet(false, true)) {
      return;
    }
    try {
      work.accept(() -> cancelled);
      done.complete(null);
    } catch (Throwable e) { // rethrown in await()
      done.completeExceptionally(e);
    }
  }

  boolean isDone() {
    return done.isDone();
  }

  /**
   * Waits for the end; runs the work on this thread if the executor has not begun it.
   *
   * @throws RuntimeException the failure of the work
   */
  void await() {
    run();
    try {
      done.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause
          ? cause
          : new IndexException("work for the index failed: " + e.getCause(), e.getCause());
    }
  }

  /** Cancels the work and waits until it no longer runs. */
  void cancel() {
    cancelled = true;
    run();
    done.handle((nothing, failure) -> failure).join(); // a failure no longer matters
  }
}
