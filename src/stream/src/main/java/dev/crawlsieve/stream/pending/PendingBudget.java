package dev.crawlsieve.stream.pending;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** The memory, in bytes, that all pending pages of an instance may take together. Thread-safe. */
public final class PendingBudget {

  private final long limit;
  private final AtomicLong used = new AtomicLong();
  private final AtomicInteger holders = new AtomicInteger();

  public PendingBudget(long limitBytes) {
    this.limit = limitBytes;
  }

  /** Reserves memory for a page; returns false if there is not enough. */
  boolean take(long bytes) {
    long before = used.getAndUpdate(now -> now + bytes > limit ? now : now + bytes);
    return before + bytes <= limit;
  }

  /** Releases memory. */
  void give(long bytes) {
    used.addAndGet(-bytes);
  }

  /** Registers a user, who gets a share. */
  void join() {
    holders.incrementAndGet();
  }

  /** Unregisters a user. */
  void leave() {
    holders.decrementAndGet();
  }

  /** The share of each registered user, in bytes. */
  long share() {
    return limit / Math.max(1, holders.get());
  }

  boolean isHalfUsed() {
    return used.get() > limit / 2;
  }

  public long usedBytes() {
    return used.get();
  }
}
