/**
 * Deals a lane's leaders out to several shards, which each page passes one after the other before
 * it is decided on. The verdicts are the same as with a single index. It replaces the deciding half
 * of the topology, and {@code IndexTasks} and {@code TopicNames} tell the other rooms what they
 * need to know of it. Start reading at {@link ShardsTopology}, then {@link ShardedDecider}, which
 * does not know how pages and leaders travel. Tests: {@code ShardsTopologyTest}, {@code
 * ShardedLanePropertyTest}.
 */
package dev.crawlsieve.stream.shard;
