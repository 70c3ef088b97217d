package dev.crawlsieve.core.work;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
