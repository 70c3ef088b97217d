package dev.crawlsieve.lab.bench.result;

import org.jspecify.annotations.Nullable;

/**
 * The figures of one topology, each the median of its rounds, compared with the pass-through; the
 * pass-through's own are compared with themselves.
 *
 * @param name {@link CaseResult#PASS_THROUGH}, a detector or a lane
 * @param pagesPerSecond pages from the first processed to the last committed
 * @param megabytesPerSecond the same in 10⁶ bytes of the pages' values
 * @param cpuSecondsPerThousandPages CPU time of the whole process
 * @param compilerShare approximate share of the CPU time used by the JIT compiler
 * @param brokerBytesPerPage bytes added to the broker's topics
 * @param stateBytesPerPage bytes of state on disk after a clean stop
 * @param p50Millis median latency; null if it was not measured
 * @param p99Millis 99th percentile; null if it was not measured
 * @param unique number of pages that came out as unique in the last round
 * @param duplicate number of pages that came out as duplicate in it
 */
public record CaseSummary(
    String name,
    Comparison pagesPerSecond,
    Comparison megabytesPerSecond,
    Comparison cpuSecondsPerThousandPages,
    double compilerShare,
    Comparison brokerBytesPerPage,
    double stateBytesPerPage,
    @Nullable Comparison p50Millis,
    @Nullable Comparison p99Millis,
    long unique,
    long duplicate) {}
