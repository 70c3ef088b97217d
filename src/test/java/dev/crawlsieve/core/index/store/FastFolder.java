package dev.crawlsieve.core.index.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A folder for files that are synced again and again: in memory, if there is such a place. */
public final class FastFolder {

  private static final Path MEMORY = Path.of("/dev/shm");

  private FastFolder() {}

  /** Makes one. */
  public static Path make(String prefix) throws IOException {
    return Files.isWritable(MEMORY)
        ? Files.createTempDirectory(MEMORY, prefix)
        : Files.createTempDirectory(prefix);
  }

  /** Removes it with all that is in it. */
  public static void remove(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
