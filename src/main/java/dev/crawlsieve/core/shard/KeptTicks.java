package dev.crawlsieve.core.shard;

import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.index.IndexException;
import dev.crawlsieve.core.index.LaneTime;
import java.util.List;

/**
 * At which ticks the leaders of a lane were kept, and so when they expire, whatever the number of
 * shards that they are dealt out to.
 *
 * <p>Immutable.
 */
public final class KeptTicks {

  /** How many ticks a leader lives after its own, see {@link LaneTime}. */
  private static final int LIFE = 100;

  private static final long NONE = Long.MAX_VALUE;

  private final boolean begun;
  private final long tick;
  private final long[] firsts; // by tick beyond this one: the lane's first leader that lives then

  private KeptTicks(boolean begun, long tick, long[] firsts) {
    this.begun = begun;
    this.tick = tick;
    this.firsts = firsts;
  }

  /**
   * Those of a lane's leaders.
   *
   * @param times of the shards, each of all leaders of its shard; or of the lane, if it has none
   * @throws IndexException if they are not of the same page
   */
  public static KeptTicks of(List<LaneTime> times) {
    boolean begun = times.stream().anyMatch(KeptTicks::begun);
    long tick = begun ? times.get(0).tick() : 0;
    for (LaneTime time : times) {
      if (begun && (time.tick() != tick || !begun(time))) {
        throw new IndexException("the shards of a lane have ticks " + tick + " and " + time.tick());
      }
    }
    long[] firsts = new long[LIFE + 1];
    for (int later = 0; later <= LIFE; later++) {
      firsts[later] = NONE;
      for (int shard = 0; shard < times.size(); shard++) {
        long live = times.get(shard).reached(tick + later, NONE).expired();
        if (live != NONE) {
          firsts[later] = Math.min(firsts[later], live * times.size() + shard);
        }
      }
    }
    return new KeptTicks(begun, tick, firsts);
  }

  private static boolean begun(LaneTime time) {
    return time.millis() != Long.MIN_VALUE;
  }

  /** The lane's tick. */
  public long tick() {
    return tick;
  }

  /** Whether time has begun at all; where nothing expires it never does. */
  public boolean begun() {
    return begun;
  }

  /** All leaders of the lane below this ordinal have expired. */
  public long firstAlive() {
    return firsts[0];
  }

  /**
   * The time of a shard that holds every n-th leader.
   *
   * @param leaders how many leaders the lane has had
   */
  public LaneTime of(int shard, int shards, long leaders, RuleSettings rule) {
    LaneTime time = LaneTime.start(rule);
    for (int later = 0; later <= LIFE && firsts[later] != NONE; later++) {
      boolean some = later == LIFE || firsts[later] < firsts[later + 1];
      if (some) {
        time = time.learned(tick + later - LIFE, dealt(firsts[later], shard, shards));
      }
    }
    return begun ? time.reached(tick, dealt(leaders, shard, shards)) : time;
  }

  /** How many of the lane's leaders below an ordinal belong to a shard. */
  private static long dealt(long ordinal, int shard, int shards) {
    return ordinal <= shard ? 0 : (ordinal - shard + shards - 1) / shards;
  }
}
