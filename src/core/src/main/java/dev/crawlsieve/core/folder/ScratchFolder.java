package dev.crawlsieve.core.folder;

import dev.crawlsieve.core.failure.SieveException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * A folder for files that a run needs only while it lasts. It is removed at the end. If a run was
 * killed, the next run in the same place removes its folder.
 */
public final class ScratchFolder implements AutoCloseable {

  // Runs in one place have numbers, and each run holds the lock of its number. The system releases
  // a lock when its process ends, so a run that gets a number may remove what is left there under
  // that number.

  private final Path folder;
  private final FolderLock lock;
  private final boolean placeIsNew;

  private ScratchFolder(Path folder, FolderLock lock, boolean placeIsNew) {
    this.folder = folder;
    this.lock = lock;
    this.placeIsNew = placeIsNew;
  }

  /**
   * Creates a folder.
   *
   * @param place the folder to create it in. If it does not exist it is created, and removed at the
   *     end if it is empty
   * @param name the beginning of the folder's name, which ends with {@code .unfinished}
   * @throws SieveException if that fails
   */
  public static ScratchFolder in(Path place, String name) {
    ScratchFolder own = null;
    try {
      boolean placeIsNew = !Files.exists(place);
      Files.createDirectories(place);
      for (int number = 0; ; number++) {
        Path folder = place.resolve(name + "-" + number + ".unfinished");
        if (own != null && !Files.exists(folder)) {
          return own;
        }
        FolderLock lock = FolderLock.take(place.resolve(name + "-" + number + "-lock.unfinished"));
        if (lock == null) {
          continue; // another run holds this number
        }
        ScratchFolder one = new ScratchFolder(folder, lock, placeIsNew);
        if (own == null) {
          own = one;
          one.removeFolder();
          Files.createDirectory(folder);
        } else {
          one.close();
        }
      }
    } catch (IOException | RuntimeException e) {
      if (own != null) {
        own.close();
      }
      throw new SieveException("no temporary folder can be made in " + place + ": " + e, e);
    }
  }

  /** The folder. */
  public Path folder() {
    return folder;
  }

  private void removeFolder() {
    if (Files.exists(folder)) {
      Folders.remove(folder);
    }
  }

  @Override
  public void close() {
    try {
      try (lock) {
        removeFolder();
      }
      Path place = folder.getParent();
      if (placeIsNew && place != null && isEmpty(place)) {
        Files.deleteIfExists(place);
      }
    } catch (IOException e) {
      throw new SieveException("the lock of " + folder + " cannot be removed: " + e, e);
    }
  }

  private static boolean isEmpty(Path place) throws IOException {
    try (Stream<Path> left = Files.list(place)) {
      return left.findAny().isEmpty();
    }
  }
}
