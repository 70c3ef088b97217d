package dev.crawlsieve.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Makes and removes folders of a local run. */
public final class Folders {

  private Folders() {}

  /** A new folder in the usual place for temporary files. */
  public static Path temporary() {
    try {
      return Files.createTempDirectory("crawlsieve-");
    } catch (IOException e) {
      throw new SieveException("no temporary folder can be made: " + e, e);
    }
  }

  /** Removes a folder and all that is in it. */
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
