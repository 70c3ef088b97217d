package dev.crawlsieve.stream.pending;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** The memory, in bytes, available to all pending pages of an instance. Thread-safe. */
public final class PendingBudget {

  private final long limit;
  private final AtomicLong used = new AtomicLong();
  private final AtomicInteger holders = new AtomicInteger();

  public PendingBudget(long limitBytes) {
    this.limit = limitBytes;
  }

  /** Reserves room for a page; returns false if there is none. */
  boolean take(long bytes) {
    long before = used.getAndUpdate(now -> now + bytes > limit ? now : now + bytes);
    return before + bytes <= limit;
  }

  /** Releases room. */
  void give(long bytes) {
    used.addAndGet(-bytes);
  }

  /** Registers one more user of a share. */
  void join() {
    holders.incrementAndGet();
  }

  /** Unregisters a user of a share. */
  void leave() {
    holders.decrementAndGet();
  }

  /** The share of each registered user, in bytes. */
  long share() {
    return limit / Math.max(1, holders.get());
  }

  public long usedBytes() {
    return used.get();
  }
}
