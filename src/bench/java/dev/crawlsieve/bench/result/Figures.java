package dev.crawlsieve.bench.result;

/**
 * What one run over pages that were already on the topic cost.
 *
 * @param pagesPerSecond pages from the first processed to the last committed
 * @param megabytesPerSecond the same in 10⁶ bytes of the pages' values
 * @param cpuSecondsPerThousand CPU seconds of the whole process for a thousand pages
 * @param compilerShare the JIT compiler's share of that, about; a run that counts should have
 *     little
 * @param brokerBytesPerPage bytes that the run added to the broker's topics
 * @param stateBytesPerPage bytes of the run's state on disk after a clean stop
 * @param unique pages that came out as unique; all of them from a pass-through
 * @param duplicate pages that came out as duplicate
 */
public record Figures(
    double pagesPerSecond,
    double megabytesPerSecond,
    double cpuSecondsPerThousand,
    double compilerShare,
    double brokerBytesPerPage,
    double stateBytesPerPage,
    long unique,
    long duplicate) {}
