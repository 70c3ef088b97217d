package dev.crawlsieve.core.folder;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import dev.crawlsieve.core.failure.MachineFaults;
import dev.crawlsieve.core.failure.SieveException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Creates and deletes the folders of a local run. */
public final class Folders {

  /** How often the removal of a folder is tried, since others may add to it or remove it. */
  private static final int MOST_TRIES = 100;

  private Folders() {}

  /**
   * Creates a folder that the user has named, and its missing parents, unless it exists.
   *
   * @return the folder in which they were created; null if the folder existed
   * @throws SieveException if it cannot be created; the message says why
   */
  public static @Nullable Path create(Path dir) {
    Path above = dir.toAbsolutePath().normalize();
    boolean there = Files.exists(above);
    while (above.getParent() != null && !Files.exists(above)) {
      above = above.getParent();
    }
    try {
      Files.createDirectories(dir);
      return there ? null : above;
    } catch (IOException e) {
      String why =
          !Files.isDirectory(above)
              ? above + " is not a folder"
              : Files.isWritable(above)
                  ? above + " takes none (" + e.getClass().getSimpleName() + ")"
                  : notWritable(above) + " at " + above;
      throw new SieveException("the folder " + dir + " cannot be made: " + why, e);
    }
  }

  /** Why an existing file or folder that is not writable is none. */
  static String notWritable(Path path) {
    try {
      return Files.getFileStore(path).isReadOnly()
          ? "the file system is read-only"
          : "permission denied";
    } catch (IOException e) {
      return "permission denied"; // nor may be seen where it is
    }
  }

  /**
   * Deletes a folder that {@link #create} has created, and its parents, as far as they are empty.
   *
   * @param above the folder in which they were created, which is kept
   */
  public static void removeEmpty(Path dir, Path above) throws IOException {
    Path next = dir.toAbsolutePath().normalize();
    while (next != null && !next.equals(above)) {
      try {
        Files.deleteIfExists(next);
      } catch (DirectoryNotEmptyException e) {
        return; // others use it by now
      }
      next = next.getParent();
    }
  }

  /**
   * Creates a temporary folder in the default location; its name includes the id of this process.
   */
  public static Path temporary() {
    try {
      return Files.createTempDirectory("crawlsieve-" + ProcessHandle.current().pid() + "-");
    } catch (IOException e) {
      throw new SieveException(MachineFaults.noTemporary(e), e);
    }
  }

  /** Deletes a folder with everything in it, if it is there; other processes may do the same. */
  public static void remove(Path dir) {
    for (int tries = 1; Files.exists(dir, NOFOLLOW_LINKS); tries++) {
      try (Stream<Path> tree = Files.walk(dir)) {
        List<Path> deepestFirst = tree.sorted(Comparator.reverseOrder()).toList();
        for (Path path : deepestFirst) {
          Files.deleteIfExists(path);
        }
      } catch (IOException | UncheckedIOException e) {
        if (tries == MOST_TRIES) {
          throw new SieveException("the temporary folder " + dir + " cannot be removed: " + e, e);
        }
      }
    }
  }
}
