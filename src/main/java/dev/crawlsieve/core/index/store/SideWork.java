package dev.crawlsieve.core.index.store;

import dev.crawlsieve.core.index.IndexException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Work for the index that is done beside the thread that puts. */
final class SideWork {

  private final Consumer<BooleanSupplier> work;
  private final CompletableFuture<Void> done = new CompletableFuture<>();
  private final AtomicBoolean started = new AtomicBoolean();
  private volatile boolean cancelled;

  /**
   * Work that has not started.
   *
   * @param work asks now and then whether to give up
   */
  private SideWork(Consumer<BooleanSupplier> work) {
    this.work = work;
  }

  /** Has an executor do the work, at any later time. */
  static SideWork start(Executor executor, Consumer<BooleanSupplier> work) {
    SideWork started = new SideWork(work);
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
    } catch (Throwable e) { // whatever it is, the thread that waits must learn of it
      done.completeExceptionally(e);
    }
  }

  boolean isDone() {
    return done.isDone();
  }

  /**
   * Waits for the end; does the work here if the executor has not come to it.
   *
   * @throws RuntimeException what it failed with
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

  /** Gives up; when this returns nothing is read or written any more. */
  void cancel() {
    cancelled = true;
    run();
    done.handle((nothing, failure) -> failure).join(); // nobody waits for what it failed with
  }
}
