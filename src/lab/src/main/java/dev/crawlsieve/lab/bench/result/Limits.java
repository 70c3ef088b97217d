package dev.crawlsieve.lab.bench.result;

/**
 * The limits that a benchmark ran within, and its environment.
 *
 * @param cores number of processors available to the JVM
 * @param java version of the JVM
 * @param heapBytes maximum heap size ({@code -Xmx})
 * @param heapPeakBytes largest heap usage observed
 * @param indexMemoryBytes limit on the tables of a lane in memory ({@code index.memory.bytes})
 * @param pendingCacheBytes limit on bodies in memory that await their verdict
 * @param residentPeakBytes peak resident memory of the process, including RocksDB's, or -1 if
 *     unknown
 * @param loadAverage the machine's load over the last minute before the start, or -1 if unknown
 */
public record Limits(
    int cores,
    String java,
    long heapBytes,
    long heapPeakBytes,
    long indexMemoryBytes,
    long pendingCacheBytes,
    long residentPeakBytes,
    double loadAverage) {}
