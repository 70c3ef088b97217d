package dev.crawlsieve.stream.shard;

import dev.crawlsieve.core.config.IndexSettings;
import dev.crawlsieve.core.index.Detector;
import dev.crawlsieve.core.index.Lookup;
import dev.crawlsieve.stream.config.IndexTasks;

/**
 * How leaders are dealt out to shards, and how the answers of shards are ranked.
 *
 * <p>A lane's first leader has ordinal 0 and goes to shard 0, the next goes to shard 1, and so on,
 * in rounds.
 *
 * @param shards number of shards, at least 1
 * @param detector ranks near matches
 * @param readmit whether pages of one URL match only exactly
 */
public record ShardRule(int shards, Detector detector, boolean readmit) {

  public ShardRule {
    if (shards < 1 || shards > IndexTasks.MOST_SHARDS) {
      throw new IllegalArgumentException(
          "index.shards is " + shards + ", must be 1 to " + IndexTasks.MOST_SHARDS);
    }
  }

  /** The rule of an index. */
  public static ShardRule of(int shards, IndexSettings settings) {
    return new ShardRule(shards, Detector.of(settings.detector()), settings.rule().readmit());
  }

  /** The shard that holds a leader, by its ordinal in the lane. */
  public int shard(long leader) {
    return (int) (leader % shards);
  }

  /** Number of leaders that belong to a shard, among the first {@code leaders} of the lane. */
  public long given(int shard, long leaders) {
    return (leaders + shards - 1 - shard) / shards;
  }

  /** An answer of a shard, with the leader's ordinal in the lane. */
  Lookup inLane(int shard, Lookup found) {
    long ordinal = found.leader() == null ? -1 : found.ordinal() * shards + shard;
    return new Lookup(
        ordinal,
        found.leader(),
        found.match(),
        found.nearness(),
        found.table(),
        found.compared(),
        found.earlier());
  }

  /** A leader's ordinal in its shard. */
  long ordinal(long leader) {
    return leader / shards;
  }
}
