package dev.crawlsieve.tool.sieve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class SieveFilesTest {

  @TempDir Path dir;

  /** A full disk: /dev/full takes no byte. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldRemoveItsFilesFromAFullDiskAndSayOnlyThatItIsFull() throws IOException {
    Path full = Path.of("/dev/full");
    Files.createSymbolicLink(dir.resolve("unique.jsonl.unfinished"), full);
    Files.createSymbolicLink(dir.resolve("verdicts-0-0.run"), full);
    SieveFiles files = SieveFiles.in(dir, false);
    files.unique(new byte[] {'x'});
    files.verdict(0, 0, 0, new byte[] {'x'});

    assertThatThrownBy(files::finish)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("No space left on device");
    files.close();

    assertThat(dir).isEmptyDirectory();
  }
}
