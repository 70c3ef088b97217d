package dev.crawlsieve.core.index.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class KeyFilterTest {

  private static final int KEYS = 50_000;

  @Test
  void shouldLetEveryKeyThatIsThereAndFewOthersPass() {
    KeyFilter filter = filled();
    assertPassRate(filter, 0, 0.05);
    assertThat(filter.bytes()).isBetween(1L << 16, (1L << 16) + 100);
    assertPassRate(KeyFilter.of(filter.words()), 0, 0.05);
  }

  @Test
  void shouldKeepEveryKeyWhenItShrinks() {
    KeyFilter filter = filled();
    assertThat(filter.atMost(1 << 16)).isSameAs(filter);
    KeyFilter half = filter.atMost((1 << 16) - 1);
    assertThat(half.bytes()).isBetween(1L << 15, (1L << 15) + 100);
    assertPassRate(half, 0.05, 0.4);
    assertPassRate(filter.atMost(1), 0.99, 1.01);
  }

  private static KeyFilter filled() {
    KeyFilter filter = KeyFilter.of((1 << 17) - 1);
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < KEYS; i++) {
      filter.add(random.nextInt());
    }
    return filter;
  }

  private static void assertPassRate(KeyFilter filter, double from, double to) {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < KEYS; i++) {
      assertThat(filter.mayHold(random.nextInt())).isTrue();
    }
    int passed = 0;
    for (int i = 0; i < KEYS; i++) {
      passed += filter.mayHold(random.nextInt()) ? 1 : 0;
    }
    assertThat(passed / (double) KEYS).isBetween(from, to);
  }
}
