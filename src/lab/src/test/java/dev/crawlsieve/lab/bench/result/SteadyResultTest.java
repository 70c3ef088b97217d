package dev.crawlsieve.lab.bench.result;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class SteadyResultTest {

  private static final SteadySettings HOUR =
      new SteadySettings(
          Duration.ofHours(1), 300, Duration.ofMinutes(1), BenchSettings.Kind.TEXT, 0.3, 1);

  /** A run whose heap grows by a byte a minute and whose lane is half as fast as the clock. */
  private static SteadyResult run(int minutes) {
    return new SteadyResult(
        new Limits(2, "17", 1, 1, 1, 1, 1, 0),
        HOUR,
        "combined",
        Duration.ofMinutes(5),
        IntStream.rangeClosed(1, minutes)
            .mapToObj(
                minute ->
                    new SteadyPoint(
                        60.0 * minute,
                        30.0 * minute,
                        150,
                        0,
                        0.3,
                        9,
                        minute,
                        minute,
                        1,
                        1,
                        1,
                        1,
                        1,
                        1))
            .toList());
  }

  @Test
  void shouldCompareTheQuartersOfWhatComesAfterTwoRetentionsOfTheLane() {
    SteadyResult result = run(60);
    assertThat(result.steady()).hasSize(41);
    assertThat(result.quarters().get(0).from()).isEqualTo(20 * 60);
    assertThat(result.quarters().get(0).means().get("heapBytes")).isEqualTo(24.5);
    assertThat(result.quarters().get(1).to()).isEqualTo(60 * 60);
    assertThat(result.quarters().get(1).means().get("heapBytes")).isEqualTo(55.5);
    ObjectNode json = result.json();
    assertThat(json.path("points")).hasSize(60);
    assertThat(json.path("lastToFirst").path("heapBytes").asDouble()).isEqualTo(2.265);
    assertThat(json.path("lastToFirst").path("leaders").asDouble()).isEqualTo(1);
  }

  @Test
  void shouldCompareNothingWhereTheRunIsTooShort() {
    assertThat(run(22).quarters()).isEmpty();
    assertThat(run(22).json().has("firstQuarter")).isFalse();
  }
}
