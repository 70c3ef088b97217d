package dev.crawlsieve.tool.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.work.Progress;
import org.junit.jupiter.api.Test;

class ProgressLineTest {

  @Test
  void shouldTellRateShareAndTimeLeft() {
    assertThat(ProgressLine.text(new Progress(1000, 50_000_000, -1, 0.25, 10)))
        .isEqualTo("1,000 pages read, 100 pages/s, 5.0 MB/s, 25 %, 0:30 left");
  }

  @Test
  void shouldReckonWithWhatHasComeOut() {
    assertThat(ProgressLine.text(new Progress(1000, 50_000_000, 500, 0.5, 10)))
        .isEqualTo("1,000 pages read, 500 sieved, 50 pages/s, 2.5 MB/s, 25 %, 0:30 left");
  }

  @Test
  void shouldTellNoTimeLeftWhenItIsUnknown() {
    assertThat(ProgressLine.text(new Progress(10, 1000, -1, -1, 1)))
        .isEqualTo("10 pages read, 10 pages/s, 0.0 MB/s");
    assertThat(ProgressLine.text(new Progress(0, 0, 0, 0, 0))).isEqualTo("0 pages read");
    assertThat(ProgressLine.text(new Progress(50, 50_000, 1, 0.1, 4)))
        .isEqualTo("50 pages read, the first are being sieved");
  }

  @Test
  void shouldHoldBackAnEstimateUntilItMeansSomething() {
    assertThat(ProgressLine.text(new Progress(20_000, 50_000_000, 5, 0.4, 2)))
        .isEqualTo("20,000 pages read, 5 sieved, 3 pages/s, 0.0 MB/s");
    assertThat(ProgressLine.text(new Progress(1000, 50_000_000, -1, 0.25, 2)))
        .doesNotContain("left");
    assertThat(ProgressLine.text(new Progress(1000, 50_000_000, -1, 0.005, 50)))
        .doesNotContain("left");
    assertThat(ProgressLine.text(new Progress(1000, 50_000_000, -1, 0.005, 120)))
        .endsWith(", 1 %, 6:38:00 left");
  }
}
