/**
 * Asks lanes about a page, on this instance and on others: the verdict it would get, its cluster;
 * and which mirrors are known. Nothing is written.
 *
 * <p>Start reading at {@link Lanes}. Tests: {@code AskTopologyTest}. The leaders of a lane with
 * shards are on several instances: {@link ShardedAsk} says how their answers become one.
 */
package dev.crawlsieve.watch.ask;
