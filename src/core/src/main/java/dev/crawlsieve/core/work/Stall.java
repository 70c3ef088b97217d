package dev.crawlsieve.core.work;

import java.time.Duration;

/** Detects that a number has stopped growing. */
public final class Stall {

  private final long patienceNanos;
  private long last = -1;
  private long sinceNanos = System.nanoTime();

  /** Watches a number. */
  public Stall(Duration patience) {
    this.patienceNanos = patience.toNanos();
  }

  /** Whether the number has stayed the same for longer than the patience. */
  public boolean stands(long number) {
    long now = System.nanoTime();
    if (number != last) {
      last = number;
      sinceNanos = now;
    }
    return now - sinceNanos > patienceNanos;
  }
}
