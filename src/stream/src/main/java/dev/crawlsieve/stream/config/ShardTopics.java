package dev.crawlsieve.stream.config;

import java.util.List;

/**
 * The topics between the shards of a lane.
 *
 * @param lookups pages on their way through the shards; a partition for each lane and shard
 * @param leaders kept pages on their way to the shards that hold them; the same partitions as
 *     {@code lookups}
 * @param found pages that have passed all shards; a partition for each lane
 */
public record ShardTopics(String lookups, String leaders, String found) {

  static final String LOOKUPS = "lookups";
  static final String LEADERS = "leaders";
  static final String FOUND = "found";

  static ShardTopics withPrefix(String start) {
    return new ShardTopics(start + LOOKUPS, start + LEADERS, start + FOUND);
  }

  /** All of these topics. */
  public List<String> all() {
    return List.of(lookups, leaders, found);
  }
}
