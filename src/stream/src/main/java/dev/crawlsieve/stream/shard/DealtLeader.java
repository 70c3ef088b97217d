package dev.crawlsieve.stream.shard;

import dev.crawlsieve.core.index.ComparedPage;

/**
 * A kept page on its way to the shard that will hold it; or a request to forget pages, with any
 * ordinal of the shard.
 *
 * @param ordinal its ordinal in the lane, from 0
 * @param tick the lane's tick when the page was kept
 * @param record the page
 */
public record DealtLeader(long ordinal, long tick, ComparedPage record) {

  public DealtLeader {
    if (ordinal < 0) {
      throw new IllegalArgumentException("a leader's ordinal of " + ordinal);
    }
  }
}
