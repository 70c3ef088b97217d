/**
 * Deals a lane's leaders out to several shards, which each page passes one after the other before
 * it is decided on. The verdicts are the same as with a single index. It does not know how pages
 * and leaders travel between shards. Start reading at {@link ShardedDecider}. Tests: {@code
 * ShardedLanePropertyTest}.
 */
package dev.crawlsieve.stream.shard;
