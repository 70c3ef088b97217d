package dev.crawlsieve.lab.bench.result;

import java.util.List;

/**
 * The results for a lane whose leaders are dealt out to shards.
 *
 * @param shards number of shards, at least 1
 * @param lane the deciding half of the topology, with all of its shards in the same instance
 * @param tableBytes heap bytes of each shard's tables, measured apart, with all leaders new and in
 *     memory
 */
public record ShardsResult(int shards, CaseResult lane, List<Long> tableBytes) {

  public ShardsResult {
    tableBytes = List.copyOf(tableBytes);
    if (shards < 1 || tableBytes.size() != shards) {
      throw new IllegalArgumentException(
          shards + " shards with tables of " + tableBytes.size() + " shards");
    }
  }

  /** Heap bytes of the tables of the shard with the most. */
  public long largestTableBytes() {
    return tableBytes.stream().mapToLong(Long::longValue).max().orElseThrow();
  }
}
