package dev.crawlsieve.core.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.config.RuleSettings;
import dev.crawlsieve.core.index.IndexException;
import dev.crawlsieve.core.index.LaneTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class KeptTicksTest {

  private static final int LIFE = 100;
  private static final RuleSettings RULE = new RuleSettings(Duration.ofSeconds(LIFE), false);

  /** A lane whose leaders were kept at some ticks. */
  private record Kept(List<Long> ticks, long tick) {

    static Kept random(SplittableRandom random) {
      List<Long> ticks = new ArrayList<>();
      long tick = random.nextLong(1_000_000);
      for (int leaders = random.nextInt(60); leaders > 0; leaders--) {
        tick += random.nextInt(3) == 0 ? random.nextInt(60) : 0;
        ticks.add(tick);
      }
      return new Kept(ticks, tick + random.nextInt(150));
    }

    /** As the decider moves them: every page reaches every shard. */
    List<LaneTime> times(int shards) {
      List<LaneTime> times = new ArrayList<>();
      for (int shard = 0; shard < shards; shard++) {
        LaneTime time = LaneTime.start(RULE);
        long next = 0;
        for (int leader = 0; leader < ticks.size(); leader++) {
          time = time.reached(ticks.get(leader), next);
          if (leader % shards == shard) {
            time = time.learned(ticks.get(leader), next++);
          }
        }
        times.add(time.reached(tick, next));
      }
      return times;
    }

    /** How many leaders of a shard have expired at a tick. */
    long expired(int shard, int shards, long at) {
      long expired = 0;
      for (int leader = shard; leader < ticks.size(); leader += shards) {
        expired += ticks.get(leader) < at - LIFE ? 1 : 0;
      }
      return expired;
    }

    long dealt(int shard, int shards) {
      return expired(shard, shards, Long.MAX_VALUE);
    }
  }

  @Test
  void shouldLetLeadersExpireAtTheSameTicksHoweverTheyAreDealtOut() {
    SplittableRandom random = new SplittableRandom(5);
    for (int run = 0; run < 2_000; run++) {
      Kept kept = Kept.random(random);
      int before = 1 + random.nextInt(7);
      int after = 1 + random.nextInt(7);
      KeptTicks ticks = KeptTicks.of(kept.times(before));
      assertThat(ticks.tick()).isEqualTo(kept.tick());
      for (int shard = 0; shard < after; shard++) {
        LaneTime time = ticks.of(shard, after, kept.ticks().size(), RULE);
        long next = kept.dealt(shard, after);
        for (long at = kept.tick(); at <= kept.tick() + LIFE + 1; at++) {
          assertThat(Math.min(next, time.reached(at, next).expired()))
              .as("run %s, %s to %s shards, shard %s", run, before, after, shard)
              .isEqualTo(kept.expired(shard, after, at));
        }
      }
    }
  }

  @Test
  void shouldKnowTheFirstLeaderThatIsAlive() {
    Kept kept = new Kept(List.of(0L, 5L, 5L, 80L, 90L), 106);
    for (int shards = 1; shards <= 3; shards++) {
      assertThat(KeptTicks.of(kept.times(shards)).firstAlive()).isEqualTo(3);
    }
  }

  @Test
  void shouldKeepEverythingWhereNothingExpires() {
    LaneTime endless = LaneTime.start(RuleSettings.DEFAULT);
    KeptTicks ticks = KeptTicks.of(List.of(endless, endless));
    assertThat(ticks.begun()).isFalse();
    assertThat(ticks.firstAlive()).isZero();
    assertThat(ticks.of(1, 3, 10, RuleSettings.DEFAULT).expired()).isZero();
  }

  @Test
  void shouldRefuseTimesOfDifferentPages() {
    List<LaneTime> times = new Kept(List.of(3L, 4L), 9).times(2);
    assertThatThrownBy(() -> KeptTicks.of(List.of(times.get(0), times.get(1).reached(10, 1))))
        .isInstanceOf(IndexException.class)
        .hasMessageContaining("ticks 9 and 10");
  }
}
