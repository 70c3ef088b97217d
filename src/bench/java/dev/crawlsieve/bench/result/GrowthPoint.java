package dev.crawlsieve.bench.result;

/**
 * What an index did and cost at one size.
 *
 * @param leaders kept pages that it holds
 * @param onDisk how many of them are in the tables on disk
 * @param pagesPerSecond looked up, and put if they are new, since the point before; by the clock
 * @param pagesPerCpuSecond the same by the thread's CPU time, which other work disturbs less
 * @param comparedPerPage candidates compared, over all pages so far
 * @param heapBytesPerLeader heap bytes of the tables for each leader that is in them
 * @param nativeBytesPerLeader RocksDB's write buffers and cache for each leader
 * @param diskBytesPerLeader files of leader log and tables for each leader
 * @param merges merges into the tables on disk so far
 */
public record GrowthPoint(
    long leaders,
    long onDisk,
    double pagesPerSecond,
    double pagesPerCpuSecond,
    double comparedPerPage,
    double heapBytesPerLeader,
    double nativeBytesPerLeader,
    double diskBytesPerLeader,
    int merges) {}
