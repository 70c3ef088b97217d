/**
 * Deals one lane's leaders out to several shards, which a page passes one after the other, and
 * decides at the end. Verdicts are those of a single index. Uses {@code index} and {@code verdict};
 * knows nothing of how pages and leaders travel. Start reading at {@link ShardedDecider}. Tests:
 * {@code ShardedLanePropertyTest}.
 */
package dev.crawlsieve.stream.shard;
