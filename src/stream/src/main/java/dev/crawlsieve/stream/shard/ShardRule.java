package dev.crawlsieve.stream.shard;

import dev.crawlsieve.core.config.IndexSettings;
import dev.crawlsieve.core.config.Overrides;
import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.index.Detector;

/**
 * How leaders are dealt out to shards, and what ranks their answers.
 *
 * <p>A lane's first leader is 0 and goes to shard 0, the next to shard 1, and so on, round after
 * round.
 *
 * @param shards number of shards, at least 1
 * @param detector ranks near matches
 * @param readmit whether pages of one URL match only exactly
 * @param overrides what is decided otherwise
 */
public record ShardRule(int shards, Detector detector, boolean readmit, Overrides overrides) {

  public ShardRule {
    if (shards < 1 || shards > IndexSettings.MOST_SHARDS) {
      throw new IllegalArgumentException(
          "index.shards is " + shards + ", must be 1 to " + IndexSettings.MOST_SHARDS);
    }
  }

  /** The rule of an index. */
  public static ShardRule of(int shards, IndexSettings settings) {
    RuleSettings rule = settings.rule();
    return new ShardRule(
        shards, Detector.of(settings.detector()), rule.readmit(), rule.overrides());
  }

  /** The shard that holds a leader, by its ordinal in the lane. */
  public int shard(long leader) {
    return (int) (leader % shards);
  }

  /** How many of a lane's first leaders belong to a shard. */
  public long given(int shard, long leaders) {
    return (leaders + shards - 1 - shard) / shards;
  }

  /** A leader's ordinal in its shard. */
  long ordinal(long leader) {
    return leader / shards;
  }
}
