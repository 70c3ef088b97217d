package dev.crawlsieve.index;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** A merge of a frozen delta into the base tables, beside the thread that puts. */
final class Merge {

  private final Consumer<BooleanSupplier> work;
  private final CompletableFuture<Void> done = new CompletableFuture<>();
  private final AtomicBoolean started = new AtomicBoolean();
  private volatile boolean cancelled;

  /**
   * A merge that has not started.
   *
   * @param work merges; asks now and then whether to give up
   */
  private Merge(Consumer<BooleanSupplier> work) {
    this.work = work;
  }

  /** Starts a merge. */
  static Merge start(Executor executor, Consumer<BooleanSupplier> work) {
    Merge merge = new Merge(work);
    executor.execute(merge::run);
    return merge;
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
   * Waits for the end; merges here if the executor has not come to it.
   *
   * @throws RuntimeException what the merge failed with
   */
  void await() {
    run();
    try {
      done.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause
          ? cause
          : new IndexException("a merge failed: " + e.getCause(), e.getCause());
    }
  }

  /** Gives up; when this returns nothing is read or written any more. */
  void cancel() {
    cancelled = true;
    run();
    done.handle((nothing, failure) -> failure).join(); // nobody waits for what it failed with
  }
}
