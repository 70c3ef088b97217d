package dev.crawlsieve.stream.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.stream.config.SieveConfig;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class IndexMemoryTest {

  /** As on the page and in the settings, not in units of 2^20. */
  @Test
  void shouldSayMillionsOfBytes() {
    SieveConfig config =
        SieveConfig.of(Map.of("bootstrap.servers", "unused:1", "index.memory.bytes", "478200000"));
    try (SieveRunner runner = new SieveRunner(config)) {
      assertThat(runner.indexMemory()).endsWith("(478 MB, index.memory.bytes)");
    }
  }
}
