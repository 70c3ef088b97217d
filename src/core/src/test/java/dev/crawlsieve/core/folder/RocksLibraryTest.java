package dev.crawlsieve.core.folder;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDB;

/** Loads the library in a process that is then killed. */
class RocksLibraryTest {

  @Test
  void shouldLeaveNothingInTheTemporaryFolderWhenTheProcessIsKilled(@TempDir Path temporary)
      throws Exception {
    load(temporary);
    assertThat(temporary).isEmptyDirectory();
  }

  @Test
  void shouldRemoveWhatAProcessLeftThatWasKilledWhileItLoaded(@TempDir Path temporary)
      throws Exception {
    Path left = Files.createDirectory(temporary.resolve("crawlsieve-rocksdb-1"));
    Files.createFile(left.resolve("librocksdbjni-linux64.so"));
    Files.createFile(left.resolve("_lock"));
    Path loading = Files.createDirectory(temporary.resolve("crawlsieve-rocksdb-2"));
    try (FolderLock lock = FolderLock.take(loading.resolve("_lock"))) {
      assertThat(lock).isNotNull();
      load(temporary);
      assertThat(temporary.toFile().list()).containsExactly("crawlsieve-rocksdb-2");
    }
  }

  /** Another process may take a folder for one that was left, before its lock is held. */
  @Test
  void shouldNotLoadFromAFolderThatAnotherProcessRemoves(@TempDir Path temporary) throws Exception {
    assertThat(RocksLibrary.loadedFrom(temporary.resolve("gone"))).isFalse();
    Path folder = Files.createDirectory(temporary.resolve("taken"));
    try (FolderLock lock = FolderLock.take(folder.resolve("_lock"))) {
      assertThat(lock).isNotNull();
      assertThat(RocksLibrary.loadedFrom(folder)).isFalse();
    }
  }

  private static void load(Path temporary) throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + temporary,
                "-XX:-UsePerfData",
                "-cp",
                System.getProperty("java.class.path"),
                Loader.class.getName())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);

    assertThat(said).containsPattern("(?m)^loaded [0-9.]+$"); // newer JDKs also warn
    assertThat(process.waitFor()).isEqualTo(9);
  }

  /** Ends as a process that is killed does, without shutdown hooks. */
  static final class Loader {

    public static void main(String[] none) {
      RocksLibrary.load();
      System.out.println("loaded " + RocksDB.rocksdbVersion());
      Runtime.getRuntime().halt(9);
    }
  }
}
