package dev.crawlsieve.lab.bench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ScaleModelTest {

  private static final Limits LIMITS = new Limits(2, "17", 1, 1, 1, 1, 1, 0);

  /** 10 µs on the stream thread without shards; 6 for the decider and 8 for each shard. */
  private static LaneResult measured(List<Integer> shards) {
    return new LaneResult(
        LIMITS,
        "combined",
        1_000,
        1_400,
        of(5, 4, 100),
        of(20, 10, 200),
        shards.stream()
            .map(
                n ->
                    new ShardsResult(
                        n,
                        of(25 + 15 * n, 6 + 8 * n, 300 + 100 * n),
                        Collections.nCopies(n, 180_000L / n)))
            .toList(),
        180_000,
        new LaneRestore(1, 1, 1));
  }

  private static CaseResult of(double cpu, double thread, double broker) {
    return new CaseResult(
        "x", List.of(new Figures(1, 1, new PageCpu(cpu, thread, 0, 0), 0, broker, 1, 1, 0)));
  }

  @Test
  void shouldFollowTheLineThroughTheLastTwo() {
    List<ScaleModel.Row> rows = new ScaleModel(measured(List.of(1, 2, 4))).rows();
    assertThat(rows).extracting(ScaleModel.Row::shards).containsExactly(0, 1, 2, 4, 8, 16, 32);
    ScaleModel.Row none = rows.get(0);
    assertThat(none.pagesPerSecond()).isEqualTo(100_000, within(1e-6));
    assertThat(none.cpuMicrosPerPage()).isEqualTo(20, within(1e-9));
    assertThat(none.commits()).isEqualTo(3);
    assertThat(none.tableBytes(1e6)).isEqualTo(180e6, within(1e-3));
    ScaleModel.Row most = rows.get(6);
    assertThat(most.pagesPerSecond()).as("of a shard").isEqualTo(125_000, within(1e-6));
    assertThat(most.cpuMicrosPerPage()).isEqualTo(25 + 15 * 32, within(1e-9));
    assertThat(most.brokerBytesPerPage()).isEqualTo(300 + 100 * 32, within(1e-9));
    assertThat(most.commits()).isEqualTo(36);
    assertThat(most.tableBytes(32e6)).isEqualTo(180e6, within(1e-3));
  }

  @Test
  void shouldNeedALaneWithShards() {
    LaneResult none = measured(List.of());
    assertThatThrownBy(() -> new ScaleModel(none)).isInstanceOf(IllegalArgumentException.class);
  }
}
