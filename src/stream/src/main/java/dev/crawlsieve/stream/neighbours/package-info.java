/**
 * What would be decided on a page now and which kept pages are nearest to it, where the leaders of
 * a lane are in several shards on several instances. Uses {@code core.shard} and {@code
 * stream.index}; how instances reach each other is the business of those who use it. Start reading
 * at {@link ShardedNeighbours}.
 */
package dev.crawlsieve.stream.neighbours;
