package dev.crawlsieve.core.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.config.RuleSettings;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class LaneTimeTest {

  /** One tick is a second. */
  private static final RuleSettings RULE = new RuleSettings(Duration.ofSeconds(100), false);

  private static final long START = 1_700_000_000_000L;

  @Test
  void shouldExpireALeaderAfterTheRetentionAndBeforeATickMore() {
    LaneTime time = LaneTime.start(RULE).advance(START + 999, 0); // leader 0 is kept
    long ordinal = 1;
    for (int second = 1; second <= 100; second++) {
      time = time.advance(START + 1_000L * second, ordinal++);
      assertThat(time.expired()).as("second " + second).isZero();
    }
    assertThat(time.advance(START + 100_999, ordinal).expired()).isZero();
    assertThat(time.advance(START + 101_000, ordinal).expired()).isEqualTo(1);
  }

  @Test
  void shouldExpireWithoutNewLeaders() {
    LaneTime time = LaneTime.start(RULE).advance(START, 0);
    for (int second = 1; second <= 101; second++) {
      time = time.advance(START + 1_000L * second, 1); // all are copies of leader 0
    }
    assertThat(time.expired()).isEqualTo(1);
  }

  @Test
  void shouldNotGoBack() {
    LaneTime time = LaneTime.start(RULE).advance(START, 0);
    assertThat(time.advance(START - 1_000_000, 1)).isSameAs(time);
    assertThat(time.advance(Long.MIN_VALUE, 1)).isSameAs(time);
    assertThat(time.millis()).isEqualTo(START);
  }

  @Test
  void shouldMoveByATickForOneStrayTimestamp() {
    LaneTime time = LaneTime.start(RULE).advance(START, 0);
    for (int i = 1; i < 50; i++) {
      time = time.advance(Long.MAX_VALUE, i).advance(START, i);
    }
    assertThat(time.millis()).isEqualTo(START + 49_000);
  }

  @Test
  void shouldFollowAGapOfYearsWithinAFewDozenRecords() {
    LaneTime time = LaneTime.start(RULE).advance(0, 0);
    for (int i = 0; i < 35; i++) {
      time = time.advance(START, 1);
    }
    assertThat(time.millis()).isEqualTo(START);
    assertThat(time.expired()).isEqualTo(1);
    // after that, an outlier advances the time by one tick only
    assertThat(time.advance(START, 1).advance(2 * START, 1).millis()).isEqualTo(START + 1_000);
  }

  @Test
  void shouldBeTheSameWhenReadAgain() {
    LaneTime time = LaneTime.start(RULE);
    for (int i = 0; i < 1_000; i++) {
      time = time.advance(START + i * 700L + (i % 17 == 0 ? 1L << i % 40 : 0), i / 3);
      LaneTime read = LaneTime.decode(time.encode(), RULE);
      assertThat(read.encode()).isEqualTo(time.encode());
      long later = START + i * 700L + 5_000;
      assertThat(read.advance(later, i / 3).encode())
          .isEqualTo(time.advance(later, i / 3).encode());
      assertThat(read.expired()).isEqualTo(time.expired());
    }
    assertThat(time.encode().length).as("bytes").isLessThan(2_000);
  }

  @Test
  void shouldExpireNothingWithoutRetention() {
    LaneTime time = LaneTime.start(RuleSettings.DEFAULT);
    assertThat(time.advance(START, 7)).isSameAs(time);
    assertThat(time.expired()).isZero();
  }

  @Test
  void shouldRefuseWhatIsCutOrOfAnotherRetention() {
    byte[] stored = LaneTime.start(RULE).advance(START, 0).encode();
    assertThatThrownBy(() -> LaneTime.decode(Arrays.copyOf(stored, stored.length - 1), RULE))
        .isInstanceOf(IndexException.class)
        .hasMessageContaining("truncated");
    assertThatThrownBy(
            () -> LaneTime.decode(stored, new RuleSettings(Duration.ofSeconds(7), false)))
        .isInstanceOf(IndexException.class)
        .hasMessageContaining("index.retention");
  }

  /** Pages pass and leaders come late, in order: what expires is what its own ticks say. */
  @Test
  void shouldExpireWhatIsLearnedLate() {
    int beforeTheyCame = 0;
    for (long seed = 0; seed < 300; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      LaneTime time = LaneTime.start(RULE);
      List<Long> known = new ArrayList<>();
      Deque<Long> onTheirWay = new ArrayDeque<>();
      long tick = 1_000;
      for (int step = 0; step < 500; step++) {
        if (step == 0 || random.nextInt(3) > 0) {
          tick += random.nextInt(10) == 0 ? random.nextInt(150) : random.nextInt(2);
          time = time.reached(tick, known.size());
          onTheirWay.add(tick);
        } else if (!onTheirWay.isEmpty()) {
          long kept = onTheirWay.remove();
          time = time.learned(kept, known.size());
          known.add(kept);
          beforeTheyCame += kept < tick - 100 ? 1 : 0;
        }
        long oldest = tick - 100;
        long expired = known.stream().filter(kept -> kept < oldest).count();
        assertThat(time.expired()).as("seed " + seed + " step " + step).isEqualTo(expired);
        time = LaneTime.decode(time.encode(), RULE);
      }
    }
    assertThat(beforeTheyCame).as("expired before they came").isGreaterThan(1_000);
  }

  @Test
  void shouldLearnNothingWithoutRetention() {
    LaneTime time = LaneTime.start(RuleSettings.DEFAULT);
    assertThat(time.reached(5, 1)).isSameAs(time);
    assertThat(time.learned(5, 1)).isSameAs(time);
  }
}
