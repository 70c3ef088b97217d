package dev.crawlsieve.core.index;

/**
 * The contents and costs of an index.
 *
 * @param leaders number of leaders that have not expired
 * @param inBase how many of them are in the tables on disk
 * @param deltaBytes heap bytes of the tables in memory, including those being merged
 * @param filterBytes heap bytes of the filters over the keys of the tables on disk
 * @param nativeBytes bytes of RocksDB's write buffers and table readers, outside the heap
 * @param diskBytes bytes of the files of the leader log and of the tables
 * @param merges merges into the tables on disk since the index was opened
 * @param largestBucket number of entries in the largest bucket that a lookup has read since the
 *     index was opened
 * @param expired number of leaders that have ever expired
 * @param laneMillis the lane's time, milliseconds since 1970-01-01T00:00Z; {@link Long#MIN_VALUE}
 *     where nothing expires
 * @param lookups pages that were looked up since the index was opened
 * @param diskLookups how many of these lookups read the tables on disk
 * @param diskReads reads of the tables on disk since the index was opened
 * @param diskReadBytes bytes of those reads
 * @param aheadLookups lookups for which other threads had already read the tables on disk
 */
public record IndexStats(
    long leaders,
    long inBase,
    long deltaBytes,
    long filterBytes,
    long nativeBytes,
    long diskBytes,
    int merges,
    int largestBucket,
    long expired,
    long laneMillis,
    long lookups,
    long diskLookups,
    long diskReads,
    long diskReadBytes,
    long aheadLookups) {}
