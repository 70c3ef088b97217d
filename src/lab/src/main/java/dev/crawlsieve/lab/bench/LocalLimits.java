package dev.crawlsieve.lab.bench;

import dev.crawlsieve.lab.bench.result.Limits;
import dev.crawlsieve.stream.config.SieveConfig;
import java.lang.management.ManagementFactory;

/** The limits that a benchmark in this JVM runs within. */
public final class LocalLimits {

  private LocalLimits() {}

  /** The machine's load over the last minute, or -1 if unknown. */
  public static double load() {
    return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
  }

  /**
   * The limits, and how far they were used.
   *
   * @param load the load before the benchmark
   */
  public static Limits of(SieveConfig config, HeapPeak heap, double load) {
    return new Limits(
        Runtime.getRuntime().availableProcessors(),
        Runtime.version().toString(),
        Runtime.getRuntime().maxMemory(),
        heap.bytes(),
        config.index().memoryBytes(),
        config.pendingCacheBytes(),
        ResidentMemory.peakBytes(),
        load);
  }
}
