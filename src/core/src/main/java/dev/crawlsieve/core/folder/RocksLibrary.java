package dev.crawlsieve.core.folder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rocksdb.NativeLibraryLoader;
import org.rocksdb.RocksDB;

/** RocksDB's native library. */
public final class RocksLibrary {

  private static boolean loaded;

  private RocksLibrary() {}

  /**
   * Loads the library, from a file that does not outlive this call. RocksDB itself unpacks it to a
   * file that is removed when the JVM exits, so every process that is killed leaves 15 MB. If
   * {@code ROCKSDB_SHAREDLIB_DIR} names a folder for it, it stays there.
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
    Path folder = Files.createTempDirectory("crawlsieve-rocksdb-");
    try {
      NativeLibraryLoader.getInstance().loadLibrary(folder.toString());
    } finally {
      Folders.remove(folder);
    }
  }
}
