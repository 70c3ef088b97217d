package dev.crawlsieve.core.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.sweep.LaneRows.Row;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows in a file, of which most are not on the heap. */
final class LaneRowsTest {

  private static final Row ZEROS = new Row(0, 0, 0, 0);

  @TempDir Path dir;

  @Test
  void shouldHoldWhatWasPutLastWhateverTheOrder() {
    Map<Long, Row> expected = new HashMap<>();
    SplittableRandom random = new SplittableRandom(1);
    LaneRows rows = new LaneRows(dir.resolve("rows"), 300_000);
    for (int i = 0; i < 3_000; i++) {
      long number = random.nextLong(300_000);
      assertThat(rows.get(number)).isEqualTo(expected.getOrDefault(number, ZEROS));
      Row row = new Row(random.nextInt(), random.nextInt(), random.nextLong(), random.nextLong());
      rows.put(number, row);
      expected.put(number, row);
    }
    expected.forEach((number, row) -> assertThat(rows.get(number)).isEqualTo(row));
  }
}
