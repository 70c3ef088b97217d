/**
 * Asks a lane whose leaders are in shards, on several instances, and makes one verdict of their
 * answers.
 *
 * <p>Start reading at {@link ShardedAsk}. Tests: {@code ShardedAskPropertyTest}, {@code
 * AskTopologyTest}.
 */
package dev.crawlsieve.watch.shard;
