package dev.crawlsieve.lab.bench.result;

/**
 * The cost of one run over pages that were already on the topic.
 *
 * @param pagesPerSecond pages from the first processed to the last committed
 * @param megabytesPerSecond the same in 10⁶ bytes of the pages' values
 * @param cpu CPU time per page
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
    PageCpu cpu,
    double compilerShare,
    double brokerBytesPerPage,
    double stateBytesPerPage,
    long unique,
    long duplicate) {

  private static final double MOST_COMPILER_SHARE = 0.5;

  /**
   * Whether the run was long enough to say which CPU time is the JIT compiler's: in a short one it
   * has most of it, and the clocks of threads, which tick a hundred times a second, contradict each
   * other.
   */
  public boolean warm() {
    return compilerShare >= 0
        && compilerShare <= MOST_COMPILER_SHARE
        && Math.min(Math.min(cpu.streams(), cpu.clients()), cpu.broker()) >= 0
        && cpu.machine() >= 0;
  }

  /** CPU seconds of the whole process per thousand pages. */
  public double cpuSecondsPerThousand() {
    return cpu.process() / 1e3;
  }

  /**
   * CPU time of the process without the JIT compiler's, in microseconds per page. The compiler's
   * time is by the clock, so on a busy machine its share may seem more than all.
   */
  public double warmMicrosPerPage() {
    return (1 - Math.min(0.99, compilerShare)) * cpu.process();
  }
}
