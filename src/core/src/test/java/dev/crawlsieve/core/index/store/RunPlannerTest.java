package dev.crawlsieve.core.index.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunPlannerTest {

  private static final int DELTA = 1_000;

  /** Adds deltas and merges as planned; returns the runs as {@code {first, next}}. */
  private static final class Lane {

    private final List<long[]> runs = new ArrayList<>();
    private long written;

    private void add(long expired) {
      long next = runs.isEmpty() ? 0 : runs.get(runs.size() - 1)[1];
      runs.add(new long[] {next, next + DELTA});
      written += DELTA;
      while (runs.get(0)[1] <= expired) {
        runs.remove(0);
      }
      RunPlanner plan =
          RunPlanner.plan(
              runs.stream().map(run -> new TableRun.Id(0, run[0], run[1])).toList(), expired);
      if (!plan.isEmpty()) {
        long[] merged = {Math.max(expired, runs.get(plan.from())[0]), runs.get(plan.to() - 1)[1]};
        runs.subList(plan.from(), plan.to()).clear();
        runs.add(plan.from(), merged);
        written += merged[1] - merged[0];
      }
    }
  }

  @Test
  void shouldKeepFewRunsForFewRewrites() {
    Lane lane = new Lane();
    for (int deltas = 1; deltas <= 1_024; deltas++) {
      lane.add(0);
      assertThat(lane.runs.size()).isLessThanOrEqualTo(deltas < 32 ? 6 : 12);
      if (deltas == 16) {
        assertThat(lane.written).isLessThanOrEqualTo(16L * DELTA * 5 / 2);
      }
    }
    assertThat(lane.written).isLessThan(1_024L * DELTA * 6);
  }

  @Test
  void shouldRewriteWhatHasHalfExpired() {
    Lane lane = new Lane();
    long live = 64 * DELTA;
    for (int deltas = 1; deltas <= 1_000; deltas++) {
      long expired = Math.max(0, (long) deltas * DELTA - live);
      lane.add(expired);
      assertThat(lane.runs.get(0)[1]).isGreaterThan(expired);
      assertThat(expired - lane.runs.get(0)[0]).as("dead").isLessThan(live);
    }
    assertThat(lane.written).isLessThan(1_000L * DELTA * 16);
  }

  @Test
  void shouldNotMergeMoreLeadersThanARunCanName() {
    long large = Integer.MAX_VALUE - 10;
    assertThat(
            RunPlanner.plan(
                    List.of(new TableRun.Id(0, 0, large), new TableRun.Id(1, large, 2 * large)), 0)
                .isEmpty())
        .isTrue();
  }
}
