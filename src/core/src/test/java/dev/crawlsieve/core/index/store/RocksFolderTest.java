package dev.crawlsieve.core.index.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.IndexSettings;
import dev.crawlsieve.core.index.Keys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RocksFolderTest {

  private static final IndexSettings SETTINGS =
      new IndexSettings(DetectorSettings.simhash(3), 1_000_000, 1 << 20);

  @TempDir Path folder;

  /** A rebalance closes and opens the index; 100 of them left 61 and 73 files. */
  @Test
  void shouldNotKeepAFileOfEachOpening() throws IOException {
    long leaders = 0;
    long most = 0;
    for (int opening = 0; opening < 60; opening++) {
      try (TableIndex index = TableIndex.open(folder, SETTINGS)) {
        index.refresh();
        for (int i = 0; i < 5; i++, leaders++) {
          index.put(leaders, Pages.page(leaders, Keys.mix(leaders)));
        }
        index.flush();
      }
      try (Stream<Path> files = Files.walk(folder)) {
        most = Math.max(most, files.filter(file -> file.toString().endsWith(".sst")).count());
      }
    }
    assertThat(most).isLessThan(22);
    try (TableIndex index = TableIndex.open(folder, SETTINGS)) {
      for (long i = 0; i < leaders; i++) {
        assertThat(index.lookup(Pages.page(i, Keys.mix(i))).ordinal()).isEqualTo(i);
      }
    }
  }
}
