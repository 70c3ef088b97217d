package dev.crawlsieve.lab.bench.result;

/**
 * The speed and cost of an index at one size.
 *
 * @param leaders number of kept pages in it
 * @param onDisk number of them in the tables on disk
 * @param pagesPerSecond pages looked up, and put if they are new, since the previous point; by the
 *     clock
 * @param pagesPerCpuSecond the same by the CPU time of the thread that decides
 * @param comparedPerPage kept pages that a page was compared with in full, over all pages so far
 * @param readsPerPage reads of tables on disk per page since the previous point
 * @param readBytesPerPage bytes of those reads per page
 * @param heapBytesPerLeader heap bytes of the tables per leader in them
 * @param nativeBytesPerLeader RocksDB's write buffers and readers per leader
 * @param diskBytesPerLeader files of leader log and tables per leader
 * @param merges number of merges into the tables on disk so far
 */
public record GrowthPoint(
    long leaders,
    long onDisk,
    double pagesPerSecond,
    double pagesPerCpuSecond,
    double comparedPerPage,
    double readsPerPage,
    double readBytesPerPage,
    double heapBytesPerLeader,
    double nativeBytesPerLeader,
    double diskBytesPerLeader,
    int merges) {}
