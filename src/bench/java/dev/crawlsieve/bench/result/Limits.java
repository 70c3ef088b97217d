package dev.crawlsieve.bench.result;

/**
 * The bounds that a benchmark ran within, and where.
 *
 * @param cores processors that the JVM sees
 * @param java version of the JVM
 * @param heapBytes most that the heap may be ({@code -Xmx})
 * @param heapPeakBytes most of the heap in use that was seen
 * @param indexMemoryBytes bound on the tables of a lane in memory ({@code index.memory.bytes})
 * @param pendingCacheBytes bound on bodies in memory ({@code pending.cache.bytes})
 * @param residentPeakBytes most memory of the process that was resident, RocksDB's included, or -1
 *     if the system does not say
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
