package dev.crawlsieve.watch.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class HistoryTest {

  @Test
  void shouldKnowWhenAPageWasRoutedLastHoweverLongAgo() {
    History history = new History(2);
    assertThat(history.lastRoutedMillis()).isEqualTo(-1);
    history.add(sample(1_000, 0, 0));
    assertThat(history.lastRoutedMillis()).isEqualTo(-1);
    history.add(sample(2_000, 1, 0));
    history.add(sample(3_000, 1, 1));
    history.add(sample(4_000, 1, 1));
    history.add(sample(5_000, 1, 1));
    assertThat(history.samples()).hasSize(2);
    assertThat(history.lastRoutedMillis()).isEqualTo(3_000);
  }

  private static History.Sample sample(long millis, long unique, long near) {
    return new History.Sample(millis, Map.of("unique", unique, "duplicate", near), -1);
  }
}
