package dev.crawlsieve.core.index.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A folder for files that are synced repeatedly: in memory, if possible. */
public final class FastFolder {

  private static final Path MEMORY = Path.of("/dev/shm");

  private FastFolder() {}

  /** Creates a folder. */
  public static Path make(String prefix) throws IOException {
    return Files.isWritable(MEMORY)
        ? Files.createTempDirectory(MEMORY, prefix)
        : Files.createTempDirectory(prefix);
  }

  /** Deletes a folder and everything in it. */
  public static void remove(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
