package dev.crawlsieve.tool.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;

/** The checkout's launcher. */
final class Launcher {

  static final Path PATH = Path.of("crawlsieve").toAbsolutePath();

  private Launcher() {}

  /** What Maven has packaged for this test, the launcher need not package again. */
  static void stamp() throws IOException {
    String built = System.getProperty("crawlsieve.built");
    if (built != null) {
      for (String name : List.of(".built", ".built-lab")) {
        Path stamp = Files.write(Path.of("target", name), new byte[0]);
        Files.setLastModifiedTime(stamp, FileTime.from(Instant.parse(built)));
      }
    }
  }
}
