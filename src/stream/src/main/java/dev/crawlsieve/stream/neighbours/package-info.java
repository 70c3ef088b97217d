/**
 * Answers for one page across shards: what would be decided now, and which kept pages are nearest.
 * The leaders of a lane are in several shards on several instances. Uses {@code core.shard} and
 * {@code stream.index}; its users decide how instances reach each other. Start reading at {@link
 * ShardedNeighbours}.
 */
package dev.crawlsieve.stream.neighbours;
