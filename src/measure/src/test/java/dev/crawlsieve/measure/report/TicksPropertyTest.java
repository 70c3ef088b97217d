package dev.crawlsieve.measure.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

final class TicksPropertyTest {

  @Property
  void shouldCloseInAnyRangeWithRoundSteps(
      @ForAll @DoubleRange(min = 0, max = 100) double from,
      @ForAll @DoubleRange(min = 0, max = 100) double length,
      @ForAll @IntRange(min = 2, max = 20) int most,
      @ForAll boolean whole) {
    Ticks ticks = Ticks.around(from, from + length, most, whole);

    double[] values = ticks.values();
    assertThat(values.length).isBetween(2, most + 1);
    assertThat(values[0]).isEqualTo(ticks.start()).isLessThanOrEqualTo(from + ticks.step() * 1e-6);
    assertThat(values[values.length - 1])
        .isEqualTo(ticks.end())
        .isGreaterThanOrEqualTo(from + length - ticks.step() * 1e-6);
    double mantissa = ticks.step() / Math.pow(10, Math.floor(Math.log10(ticks.step()) + 1e-9));
    assertThat(
            Math.min(
                Math.abs(mantissa - 1), Math.min(Math.abs(mantissa - 2), Math.abs(mantissa - 5))))
        .isCloseTo(0, within(1e-6));
    if (whole) {
      assertThat(ticks.step()).isGreaterThanOrEqualTo(1);
    }
  }

  @Test
  void shouldTakeTheFinestStepsThatFit() {
    assertThat(Ticks.around(0.45, 0.95, 10, false).values())
        .hasSize(11)
        .contains(new double[] {0.45, 0.7, 0.95}, within(1e-9));
    assertThat(Ticks.around(0, 12, 10, true).values()).containsExactly(0, 2, 4, 6, 8, 10, 12);
  }
}
