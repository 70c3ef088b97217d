/**
 * Asks a lane whose leaders are in shards on several instances, and combines their answers into one
 * verdict.
 *
 * <p>Start reading at {@link ShardedAsk}. Tests: {@code ShardedAskPropertyTest}, {@code
 * AskTopologyTest}.
 */
package dev.crawlsieve.watch.shard;
