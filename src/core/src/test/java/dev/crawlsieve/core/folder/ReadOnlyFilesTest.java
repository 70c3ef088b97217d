package dev.crawlsieve.core.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.crawlsieve.core.failure.SieveException;
import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The file system of the JDK's own classes is read-only wherever tests run. */
class ReadOnlyFilesTest {

  private static final Path READ_ONLY = Path.of(URI.create("jrt:/java.base"));

  @Test
  void shouldSayThatTheFileSystemIsReadOnly() {
    assertThat(Folders.notWritable(READ_ONLY)).isEqualTo("the file system is read-only");
    assertThatThrownBy(() -> TextFile.at(READ_ONLY.resolve("report.html")))
        .isInstanceOf(SieveException.class)
        .hasMessageEndingWith("report.html cannot be written: the file system is read-only");
  }
}
