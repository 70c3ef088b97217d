package dev.crawlsieve.core.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.failure.SieveException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Folders that last as long as a run, and those of killed runs. */
final class ScratchFolderTest {

  @TempDir Path place;

  @Test
  void shouldGiveEachRunItsOwnAndRemoveIt() throws Exception {
    try (ScratchFolder first = ScratchFolder.in(place.resolve("new"), "replay");
        ScratchFolder second = ScratchFolder.in(place.resolve("new"), "replay")) {
      assertThat(first.folder()).isEmptyDirectory().isNotEqualTo(second.folder());
      Files.writeString(Files.createDirectory(second.folder().resolve("sub")).resolve("file"), "");
    }
    assertThat(place).exists().isEmptyDirectory();
  }

  @Test
  void shouldRemoveWhatKilledRunsHaveLeft() throws Exception {
    for (int killed = 0; killed < 3; killed++) {
      Path left = Files.createDirectory(place.resolve("replay-" + killed + ".unfinished"));
      Files.writeString(left.resolve("000001.sst"), "left");
    }
    try (ScratchFolder own = ScratchFolder.in(place, "replay")) {
      assertThat(own.folder()).isEmptyDirectory();
      assertThat(place).isDirectoryNotContaining(path -> path.toString().contains("replay-2"));
    }
    assertThat(place).isEmptyDirectory();
  }

  @Test
  void shouldSayWhereNoneCanBeMade() throws Exception {
    Path file = Files.writeString(place.resolve("file"), "");
    assertThatThrownBy(() -> ScratchFolder.in(file, "replay"))
        .isInstanceOf(SieveException.class)
        .hasMessageContaining(file.toString());
  }
}
