/**
 * The rule at speed: tables in memory and on disk (RocksDB) from keys to kept pages, and the log of
 * their records. On any input, it gives the same answers as a linear scan by the rule of {@code
 * index}, which it uses. The terms and a picture of the layers are in the package comment of {@link
 * dev.crawlsieve.core.index}. Start reading at {@link TableIndex}, then {@link LeaderTables} and
 * {@link LeaderFinder}. Tests: {@code TableIndexPropertyTest}.
 *
 * <pre>
 * TableIndex        the lock, and the order of steps
 *   LaneState       the lane's time, what has expired, what is committed
 *   LeaderLog       the records, in pages on their way to RocksDB (RocksFolder)
 *   LeaderTables    the tables; moves leaders from the delta to the base
 *     DeltaTables   a delta: Buckets by key (BucketSegment, KeySlots, BucketPool), and payloads by
 *                   leader (LongPages, SketchColumn); SavedDelta keeps it across restarts
 *     BaseTables    the base: TableRuns with RunFilters; RunStore lists them, RunMerge writes and
 *                   merges them, RunPlanner says when, BaseFilters how large their filters are
 *     LeaderFinder  one lookup: a Question to delta and base, Candidates, and their records
 * </pre>
 */
package dev.crawlsieve.core.index.store;
