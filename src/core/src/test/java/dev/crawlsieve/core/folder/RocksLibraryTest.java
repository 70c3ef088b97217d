package dev.crawlsieve.core.folder;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDB;

/** Loads the library in a process that is then killed. */
class RocksLibraryTest {

  @Test
  void shouldLeaveNothingInTheTemporaryFolderWhenTheProcessIsKilled(@TempDir Path temporary)
      throws Exception {
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
    assertThat(temporary).isEmptyDirectory();
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
