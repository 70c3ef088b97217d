package dev.crawlsieve.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ResidentMemoryTest {

  @Test
  void shouldReadThePeak() {
    assertThat(
            ResidentMemory.peakBytes(
                List.of("VmPeak:\t 9000 kB", "VmHWM:\t    2048 kB", "VmRSS:\t 1000 kB")))
        .isEqualTo(2 << 20);
    assertThat(ResidentMemory.peakBytes(List.of("Name:\tjava"))).isEqualTo(-1);
  }
}
