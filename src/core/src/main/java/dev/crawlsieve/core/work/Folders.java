package dev.crawlsieve.core.work;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Creates and deletes the folders of a local run. */
public final class Folders {

  private Folders() {}

  /** Creates a temporary folder in the default location, with this process's id in its name. */
  public static Path temporary() {
    try {
      return Files.createTempDirectory("crawlsieve-" + ProcessHandle.current().pid() + "-");
    } catch (IOException e) {
      throw new SieveException(Surroundings.noTemporary(e), e);
    }
  }

  /**
   * Total size in bytes of the files in a folder that others may be changing; files that disappear
   * meanwhile are not counted.
   */
  public static long bytes(Path dir) {
    long[] bytes = new long[1];
    try {
      Files.walkFileTree(
          dir,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              bytes[0] += attributes.size();
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
              if (e instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
              }
              throw e;
            }
          });
    } catch (IOException e) {
      throw new SieveException("the folder " + dir + " cannot be measured: " + e, e);
    }
    return bytes[0];
  }

  /** Deletes a folder and everything in it. */
  public static void remove(Path dir) {
    try (Stream<Path> tree = Files.walk(dir)) {
      List<Path> deepestFirst = tree.sorted(Comparator.reverseOrder()).toList();
      for (Path path : deepestFirst) {
        Files.deleteIfExists(path);
      }
    } catch (IOException | UncheckedIOException e) {
      throw new SieveException("the temporary folder " + dir + " cannot be removed: " + e, e);
    }
  }
}
