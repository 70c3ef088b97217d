package dev.crawlsieve.core.folder;

import dev.crawlsieve.core.failure.MachineFaults;
import dev.crawlsieve.core.failure.SieveException;
import java.io.IOException;
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
   *
   * @throws SieveException if there is no temporary folder
   */
  public static synchronized void load() {
    if (!loaded && System.getenv("ROCKSDB_SHAREDLIB_DIR") == null) {
      Path folder = Folders.temporary();
      try {
        NativeLibraryLoader.getInstance().loadLibrary(folder.toString());
      } catch (IOException e) {
        throw new SieveException(MachineFaults.noTemporary(e), e);
      } finally {
        Folders.remove(folder);
      }
    }
    RocksDB.loadLibrary();
    loaded = true;
  }
}
