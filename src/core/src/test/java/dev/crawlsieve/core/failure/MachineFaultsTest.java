package dev.crawlsieve.core.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class MachineFaultsTest {

  private static final String FOLDER = System.getProperty("java.io.tmpdir");

  /** As RocksDB and zstd-jni report it, where nothing may run from the folder. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "%1$s/librocksdbjni1.so: %1$s/librocksdbjni1.so: failed to map segment from shared object",
        "%1$s/libzstd-jni-2.so: failed to map segment from shared object\nno zstd-jni in the path"
      })
  void shouldNameTheFolderOfNativeLibraries(String message) {
    Error error = new UnsatisfiedLinkError(message.formatted(FOLDER));
    assertThat(MachineFaults.sentence(new SieveException("it stopped", error)))
        .isEqualTo(
            "native libraries cannot be loaded from the folder for temporary files, "
                + FOLDER
                + " (failed to map segment from shared object): it must exist, be writable and let"
                + " programs run from it; JAVA_OPTS=-Djava.io.tmpdir=DIR names another folder");
  }

  @Test
  void shouldNameTheFolderWhereNothingCanBeUnpacked() {
    IOException denied = new IOException("Permission denied");
    assertThat(
            MachineFaults.sentence(
                new RuntimeException("Unable to load the RocksDB shared library", denied)))
        .contains(FOLDER + " (Permission denied)");
    assertThat(
            MachineFaults.sentence(
                new ExceptionInInitializerError(
                    "Cannot unpack libzstd-jni-1.5.7-17: Permission denied")))
        .contains(FOLDER + " (Permission denied)");
  }

  /** As the JDK reports it under Kafka's clients, and as RocksDB does. */
  @Test
  void shouldSayWhichLimitOfOpenFilesToRaise() {
    for (Throwable cause :
        new Throwable[] {
          new IOException("Too many open files"),
          new IllegalStateException(
              "While open a file for random read: /state/000017.sst: Too many open files")
        }) {
      assertThat(MachineFaults.sentence(new SieveException("it stopped", cause)))
          .contains("Too many open files")
          .contains("'ulimit -n' or LimitNOFILE");
    }
  }

  @Test
  void shouldNotBlameTheFolderForALibraryThatNeedsAnother() {
    assertThat(
            MachineFaults.sentence(
                new UnsatisfiedLinkError("libstdc++.so.6: cannot open shared object file")))
        .startsWith("a native library cannot be loaded: libstdc++.so.6: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Java heap space", "GC overhead limit exceeded"})
  void shouldSayHowToEnlargeAHeapThatIsTooSmall(String message) {
    assertThat(MachineFaults.sentence(new OutOfMemoryError(message)))
        .startsWith("the heap of ")
        .contains("JAVA_OPTS=-Xmx");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "unable to create native thread",
        "Metaspace",
        "Compressed class space",
        "Cannot reserve 16384 bytes of direct buffer memory (allocated: 1, limit: 2)"
      })
  void shouldTellAHeapFromOtherLimits(String message) {
    assertThat(MachineFaults.sentence(new OutOfMemoryError(message)))
        .endsWith("(" + message + "): raise its limits");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Requested array size exceeds VM limit",
        "Required length exceeds implementation limit"
      })
  void shouldNotBlameMemoryForAnArrayLongerThanAnyCanBe(String message) {
    assertThat(MachineFaults.sentence(new OutOfMemoryError(message))).isNull();
  }

  @Test
  void shouldSayNothingOfOtherFailures() {
    assertThat(MachineFaults.sentence(new SieveException("it ended"))).isNull();
  }
}
