package dev.crawlsieve.bench;

import java.util.concurrent.atomic.AtomicLong;

/** The most of the heap that was in use whenever somebody looked. */
public final class HeapPeak {

  private final AtomicLong peak = new AtomicLong();

  /** Looks, and does what else is to be done. */
  public Runnable and(Runnable then) {
    return () -> {
      Runtime runtime = Runtime.getRuntime();
      long used = runtime.totalMemory() - runtime.freeMemory();
      peak.accumulateAndGet(used, Math::max);
      then.run();
    };
  }

  long bytes() {
    return peak.get();
  }
}
