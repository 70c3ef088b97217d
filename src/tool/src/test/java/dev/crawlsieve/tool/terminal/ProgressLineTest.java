package dev.crawlsieve.tool.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.work.Progress;
import org.junit.jupiter.api.Test;

class ProgressLineTest {

  private static String text(Progress progress) {
    return ProgressLine.text("pages", progress, new Progress(0, 0, 0, 0, 0));
  }

  @Test
  void shouldTellRateShareAndTimeLeft() {
    assertThat(text(new Progress(1000, 50_000_000, -1, 0.25, 10)))
        .isEqualTo("1,000 pages read, 100 pages/s, 5.0 MB/s, 25 %, 0:30 left");
  }

  @Test
  void shouldReckonWithWhatHasComeOut() {
    assertThat(text(new Progress(1000, 50_000_000, 500, 0.5, 10)))
        .isEqualTo("1,000 pages read, 500 sieved, 50 pages/s, 2.5 MB/s, 25 %, 0:30 left");
  }

  @Test
  void shouldTellNoTimeLeftWhenItIsUnknown() {
    assertThat(text(new Progress(10, 1000, -1, -1, 1)))
        .isEqualTo("10 pages read, 10 pages/s, 0.0 MB/s");
    assertThat(text(new Progress(0, 0, 0, 0, 0))).isEqualTo("0 pages read");
    assertThat(text(new Progress(50, 50_000, 1, 0.1, 4)))
        .isEqualTo("50 pages read, the first are being sieved");
  }

  @Test
  void shouldHoldBackAnEstimateUntilItMeansSomething() {
    assertThat(text(new Progress(20_000, 50_000_000, 5, 0.4, 2)))
        .isEqualTo("20,000 pages read, 5 sieved, 3 pages/s, 0.0 MB/s");
    assertThat(text(new Progress(1000, 50_000_000, -1, 0.25, 2))).doesNotContain("left");
    assertThat(text(new Progress(1000, 50_000_000, -1, 0.005, 50))).doesNotContain("left");
    assertThat(text(new Progress(1000, 50_000_000, -1, 0.005, 120)))
        .endsWith(", 1 %, 6:38:00 left");
  }

  @Test
  void shouldReckonFromTheFirstPageThatCameOut() {
    Progress first = new Progress(1025, 2_000_000, 1, 0.25, 6);
    assertThat(ProgressLine.text("pages", new Progress(2000, 4_000_000, 1000, 0.5, 10), first))
        .isEqualTo("2,000 pages read, 1,000 sieved, 100 pages/s, 0.2 MB/s, 25 %, 0:12 left");
    assertThat(ProgressLine.text("pages", new Progress(2000, 4_000_000, 1000, 0.5, 8), first))
        .doesNotContain("left");
    Progress resumed = new Progress(4000, 8_000_000, 4000, 0.5, 300);
    assertThat(ProgressLine.text("pages", new Progress(6000, 12_000_000, 6000, 0.75, 305), resumed))
        .endsWith(", 75 %, 0:05 left");
  }
}
