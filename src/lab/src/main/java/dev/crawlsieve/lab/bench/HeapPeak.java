package dev.crawlsieve.lab.bench;

import java.util.concurrent.atomic.AtomicLong;

/** The largest heap usage among all samples taken. */
public final class HeapPeak {

  private final AtomicLong peak = new AtomicLong();

  /** Takes a sample, then runs something else. */
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
