package dev.crawlsieve.topology;

import java.util.concurrent.atomic.AtomicLong;

/** The bytes that all pending pages of an instance may take together. Thread-safe. */
final class PendingBudget {

  private final long limit;
  private final AtomicLong used = new AtomicLong();

  PendingBudget(long limitBytes) {
    this.limit = limitBytes;
  }

  /** Takes room for a page, or answers false if there is none. */
  boolean take(long bytes) {
    long before = used.getAndAdd(bytes);
    if (before + bytes > limit) {
      used.addAndGet(-bytes);
      return false;
    }
    return true;
  }

  /** Gives room back. */
  void give(long bytes) {
    used.addAndGet(-bytes);
  }

  long usedBytes() {
    return used.get();
  }
}
