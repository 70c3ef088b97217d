package dev.crawlsieve.measure.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows in a file, of which most are not on the heap. */
final class LaneRowsTest {

  @TempDir Path dir;

  @Test
  void shouldHoldWhatWasPutLastWhateverTheOrder() {
    Map<Long, Long> expected = new HashMap<>();
    SplittableRandom random = new SplittableRandom(1);
    LaneRows rows = new LaneRows(dir.resolve("rows"), 300_000, 3);
    for (int i = 0; i < 9_000; i++) {
      long number = random.nextLong(900_000);
      int column = (int) (number % 3);
      assertThat(rows.get(number / 3, column)).isEqualTo(expected.getOrDefault(number, 0L));
      long value = random.nextLong();
      rows.put(number / 3, column, value);
      expected.put(number, value);
    }
    expected.forEach(
        (number, value) -> assertThat(rows.get(number / 3, (int) (number % 3))).isEqualTo(value));
  }
}
