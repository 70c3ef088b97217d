package dev.crawlsieve.core.sweep.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class BarsTest {

  @Test
  void shouldScaleByTheSquareRootWhereOneBarDwarfsTheRest() {
    Bars even = new Bars(List.of(0L, 10L, 20L, 40L));
    assertThat(even.squareRoot()).isFalse();
    assertThat(even.height(10)).isEqualTo(0.25);

    Bars dwarfed = new Bars(List.of(1000L, 0L, 10L, 20L, 10L));
    assertThat(dwarfed.squareRoot()).isTrue();
    assertThat(dwarfed.height(10)).isEqualTo(0.1);
    assertThat(dwarfed.height(1000)).isEqualTo(1);
  }

  @Test
  void shouldLabelRoundCountsThatAreApart() {
    assertThat(new Bars(List.of(1000L, 0L, 10L, 20L, 10L)).ticks(5))
        .containsExactly(1000L, 500L, 200L, 50L);
    assertThat(new Bars(List.of(118L, 96L)).ticks(5)).containsExactly(100L, 60L, 20L);
    assertThat(new Bars(List.of(1L, 1L)).ticks(5)).containsExactly(1L);
    assertThat(new Bars(List.of(0L)).ticks(5)).isEmpty();
  }

  @Test
  void shouldHaveNoHeightWithoutPages() {
    assertThat(new Bars(List.of()).largest()).isZero();
    assertThat(new Bars(List.of(0L)).height(0)).isZero();
  }
}
