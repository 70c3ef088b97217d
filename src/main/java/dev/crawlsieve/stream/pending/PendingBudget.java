package dev.crawlsieve.stream.pending;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** The bytes that all pending pages of an instance may take together. Thread-safe. */
public final class PendingBudget {

  private final long limit;
  private final AtomicLong used = new AtomicLong();
  private final AtomicInteger holders = new AtomicInteger();

  public PendingBudget(long limitBytes) {
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

  /** Counts in one more that takes its share. */
  void join() {
    holders.incrementAndGet();
  }

  /** Counts out one that took its share. */
  void leave() {
    holders.decrementAndGet();
  }

  /** The bytes that each of those who have joined may take. */
  long share() {
    return limit / Math.max(1, holders.get());
  }

  public long usedBytes() {
    return used.get();
  }
}
