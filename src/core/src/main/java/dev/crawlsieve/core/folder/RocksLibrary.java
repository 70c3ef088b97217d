package dev.crawlsieve.core.folder;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import dev.crawlsieve.core.failure.SieveException;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.rocksdb.NativeLibraryLoader;
import org.rocksdb.RocksDB;

/** RocksDB's native library. */
public final class RocksLibrary {

  private static final String PREFIX = "crawlsieve-rocksdb-";

  /** Held while the library is in its folder; the name comes first, so it is removed last. */
  private static final String LOCK = "_lock";

  private static final int MOST_TRIES = 10;

  private static boolean loaded;

  private RocksLibrary() {}

  /**
   * Loads the library, from a file that does not outlive this call; if the process is killed in the
   * meantime, the next one removes it. RocksDB itself unpacks it to a file that is removed when the
   * JVM exits, so every process that is killed leaves 15 MB. If {@code ROCKSDB_SHAREDLIB_DIR} names
   * a folder for it, it stays there.
   */
  public static synchronized void load() {
    if (!loaded && System.getenv("ROCKSDB_SHAREDLIB_DIR") == null) {
      try {
        loadOnly();
      } catch (IOException e) {
        // RocksDB fails below for the same reason, in words that MachineFaults knows
      }
    }
    RocksDB.loadLibrary();
    loaded = true;
  }

  private static void loadOnly() throws IOException {
    boolean done = false;
    for (int tries = 0; !done && tries < MOST_TRIES; tries++) {
      Path folder = Files.createTempDirectory(PREFIX);
      removeLeft(folder);
      done = loadedFrom(folder);
    }
  }

  /**
   * Loads the library from a folder, and removes that.
   *
   * @return whether it is loaded; otherwise another process took the folder for one that was left,
   *     before its lock was held here
   */
  static boolean loadedFrom(Path folder) throws IOException {
    try (FolderLock lock = FolderLock.take(folder.resolve(LOCK))) {
      if (lock == null) {
        return false;
      }
      try {
        NativeLibraryLoader.getInstance().loadLibrary(folder.toString());
      } finally {
        Folders.remove(folder);
      }
      return true;
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /** Removes the folders beside this one of processes of the same user that were killed. */
  private static void removeLeft(Path own) {
    try (DirectoryStream<Path> all =
        Files.newDirectoryStream(own.resolveSibling(""), PREFIX + "*")) {
      for (Path each : all) {
        Path lock = each.resolve(LOCK);
        if (Files.getOwner(each, NOFOLLOW_LINKS).equals(Files.getOwner(own))
            && Files.exists(lock)) {
          removeUnlessLocked(each, lock);
        }
      }
    } catch (IOException | DirectoryIteratorException | SieveException e) {
      // Another process removes the same one; what is left then is for the next
    }
  }

  private static void removeUnlessLocked(Path folder, Path file) throws IOException {
    try (FolderLock lock = FolderLock.take(file)) {
      if (lock != null) {
        Folders.remove(folder);
      }
    }
  }
}
