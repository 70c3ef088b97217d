/**
 * One lane's leaders dealt out to several shards that a page passes one after the other, and what
 * decides at the end: verdicts are those of a single index. Uses {@code index} and {@code verdict};
 * knows nothing of how pages and leaders travel. Start reading at {@link ShardedDecider}.
 */
package dev.crawlsieve.core.shard;
