package dev.crawlsieve.core.index.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/**
 * Folders for files that are synced repeatedly: in memory, if there is room. JUnit makes all
 * temporary folders of tests here, see {@code pom.xml}.
 */
public final class FastFolder implements TempDirFactory {

  private static final Path MEMORY = Path.of("/dev/shm");

  /** More than all tests that run at a time have in their folders; containers often have less. */
  private static final long ROOM_BYTES = 3L << 30;

  /** Creates a folder. */
  public static Path make(String prefix) throws IOException {
    return Files.isWritable(MEMORY) && MEMORY.toFile().getUsableSpace() > ROOM_BYTES
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

  @Override
  public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext test)
      throws IOException {
    return make("junit");
  }
}
