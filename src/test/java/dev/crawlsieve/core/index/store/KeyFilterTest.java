package dev.crawlsieve.core.index.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class KeyFilterTest {

  private static final int KEYS = 50_000;

  @Test
  void shouldLetEveryKeyThatIsThereAndFewOthersPass() {
    assertPassRate(filled(10), 0, 0.025);
    assertPassRate(filled(6), 0, 0.1);
    assertPassRate(filled(4), 0, 0.2);
    KeyFilter filter = filled(10);
    assertPassRate(KeyFilter.decode(filter.encode()), 0, 0.025);
    assertThat(KeyFilter.decode(filter.encode()).bytes()).isEqualTo(filter.bytes());
  }

  @Test
  void shouldTakeTheBytesThatItMayTake() {
    for (int bytes : new int[] {8, 9, 31, 32, 63, 64, 1_000, 62_500, 1 << 20}) {
      long taken = KeyFilter.of(bytes, bytes).bytes() - LongPages.ARRAY_BYTES;
      assertThat(taken).isBetween((long) (bytes * 0.5), (long) bytes);
      if (bytes > 500) {
        assertThat(taken).isGreaterThan(bytes - 64);
      }
    }
  }

  @Test
  void shouldKeepEveryKeyWhenItShrinks() {
    KeyFilter filter = filled(10);
    assertThat(filter.atMost(filter.bytes())).isSameAs(filter);
    KeyFilter half = filter.atMost(filter.bytes() - 17);
    assertThat(half.bytes()).isBetween(filter.bytes() / 2, filter.bytes() / 2 + 16);
    assertPassRate(half, 0.02, 0.3);
    assertPassRate(filter.atMost(1), 0.3, 1.01);
  }

  private static KeyFilter filled(int bitsPerKey) {
    KeyFilter filter = KeyFilter.of(bitsPerKey * KEYS / 8, KEYS);
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
