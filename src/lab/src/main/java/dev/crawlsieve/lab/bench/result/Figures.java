package dev.crawlsieve.lab.bench.result;

/**
 * The cost of one run over pages that were already on the topic.
 *
 * @param pagesPerSecond pages from the first processed to the last committed
 * @param megabytesPerSecond the same in 10⁶ bytes of the pages' values
 * @param cpuMicrosPerPage CPU time of the process, in microseconds per page
 * @param compilerShare approximate share of that used by the JIT compiler; should be small in a
 *     counted run
 * @param brokerBytesPerPage bytes that the run added to the broker's topics
 * @param stateBytesPerPage bytes of the run's state on disk after a clean stop
 * @param unique number of pages that came out as unique; all of them for a pass-through
 * @param duplicate number of pages that came out as duplicate
 */
public record Figures(
    double pagesPerSecond,
    double megabytesPerSecond,
    double cpuMicrosPerPage,
    double compilerShare,
    double brokerBytesPerPage,
    double stateBytesPerPage,
    long unique,
    long duplicate) {

  /** CPU seconds of the whole process per thousand pages. */
  public double cpuSecondsPerThousand() {
    return cpuMicrosPerPage / 1e3;
  }
}
