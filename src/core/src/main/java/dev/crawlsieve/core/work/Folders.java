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

  /**
   * Creates a folder that a user has named, and those above it, unless it exists.
   *
   * @throws SieveException if it cannot be made, saying why
   */
  public static void create(Path dir) {
    try {
      Files.createDirectories(dir);
    } catch (IOException e) {
      Path above = dir.toAbsolutePath().normalize();
      while (above.getParent() != null && !Files.exists(above)) {
        above = above.getParent();
      }
      String why =
          !Files.isDirectory(above)
              ? above + " is not a folder"
              : Files.isWritable(above)
                  ? above + " takes none (" + e.getClass().getSimpleName() + ")"
                  : "permission denied in " + above;
      throw new SieveException("the folder " + dir + " cannot be made: " + why, e);
    }
  }

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
