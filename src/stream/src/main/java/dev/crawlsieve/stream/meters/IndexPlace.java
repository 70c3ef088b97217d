package dev.crawlsieve.stream.meters;

import io.micrometer.core.instrument.Tags;

/**
 * The lane and shard that an index belongs to.
 *
 * @param shard the shard within the lane; -1 if the lane has a single index
 */
public record IndexPlace(int lane, int shard) {

  /**
   * The place of a partition of the index's changelog.
   *
   * @param shards number of shards, 0 for a single index
   */
  public static IndexPlace of(int partition, int shards) {
    return shards == 0
        ? new IndexPlace(partition, -1)
        : new IndexPlace(partition / shards, partition % shards);
  }

  /** Lane and shard as tags of meters. */
  public Tags tags() {
    Tags tags = Tags.of("lane", String.valueOf(lane));
    return shard < 0 ? tags : tags.and("shard", String.valueOf(shard));
  }

  @Override
  public String toString() {
    return shard < 0 ? "lane " + lane : "shard " + shard + " of lane " + lane;
  }
}
