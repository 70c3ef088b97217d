package dev.crawlsieve.lab.bench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComparisonTest {

  private static CaseResult rates(String name, double... pagesPerSecond) {
    return new CaseResult(
        name,
        Arrays.stream(pagesPerSecond)
            .mapToObj(rate -> new Figures(rate, 1, 1, 0, 1, 1, 1, 0))
            .toList(),
        Arrays.stream(pagesPerSecond).mapToObj(rate -> latencies(20, 40)).toList());
  }

  @Test
  void shouldCompareRoundByRound() {
    // The machine was slow in the third round: the ratio of the medians would be 0.5.
    Comparison comparison =
        rates("simhash", 300, 500, 120)
            .against(rates(CaseResult.PASS_THROUGH, 1_000, 600, 200))
            .pagesPerSecond();
    assertThat(comparison.value()).isEqualTo(300);
    assertThat(comparison.passThrough()).isEqualTo(600);
    assertThat(comparison.ratio()).isEqualTo(0.6);
    assertThat(comparison.leastRatio()).isEqualTo(0.3);
    assertThat(comparison.mostRatio()).isEqualTo(500.0 / 600);
  }

  private static Latencies latencies(long... millis) {
    return new Latencies(millis);
  }

  @Test
  void shouldCompareLatenciesRoundByRound() {
    CaseResult bare =
        new CaseResult(
            CaseResult.PASS_THROUGH,
            rates("", 1, 1).rounds(),
            List.of(latencies(10, 10), latencies(10, 20)));
    CaseSummary summary = rates("simhash", 1, 1).against(bare);
    assertThat(summary.p99Millis()).isEqualTo(new Comparison(40, 15, 3, 2, 4));
    assertThat(summary.p50Millis().ratio()).isEqualTo(2);
  }

  @Test
  void shouldRefuseLatenciesOfSomeRounds() {
    List<Figures> rounds = rates("", 1, 1).rounds();
    assertThatThrownBy(() -> new CaseResult("simhash", rounds, List.of(latencies(10))))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldTakeTheMiddleAsMedian() {
    assertThat(Comparison.median(new double[] {3, 1, 2})).isEqualTo(2);
    assertThat(Comparison.median(new double[] {4, 1, 2, 3})).isEqualTo(2.5);
  }

  @Test
  void shouldRefuseRoundsThatDidNotTakeTurns() {
    assertThatThrownBy(() -> rates("a", 1, 2).against(rates("b", 1)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
