package dev.crawlsieve.lab.bench;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.failure.SieveException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class DiskRoomTest {

  @Test
  void shouldSayHowMuchIsMissing() {
    Path dir = Path.of("some", "folder");
    assertThatThrownBy(() -> DiskRoom.ensure(dir, 5_000_000_000L, 1_234_000_000, "--pages"))
        .isInstanceOf(SieveException.class)
        .hasMessageContaining("the disk of " + dir + " has 1,234 MB left, but about 5,000 MB")
        .hasMessageEndingWith("fewer --pages");
    assertThatCode(() -> DiskRoom.ensure(dir, 10, 10, "--pages")).doesNotThrowAnyException();
  }

  @Test
  void shouldRefuseTablesThatTheHeapCannotHold() {
    assertThatThrownBy(() -> IndexBench.ensureHeap(900, 1_000))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("index.memory.bytes is 900")
        .hasMessageContaining("JAVA_OPTS=-Xmx");
    assertThatCode(() -> IndexBench.ensureHeap(700, 1_000)).doesNotThrowAnyException();
  }
}
