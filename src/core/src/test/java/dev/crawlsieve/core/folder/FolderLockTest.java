package dev.crawlsieve.core.folder;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FolderLockTest {

  @TempDir Path folder;

  /** Locks are the process's: only another one can tell whether one is held. */
  @Test
  void shouldKeepOutOtherProcesses() throws Exception {
    Path file = folder.resolve("lock");
    try (FolderLock lock = FolderLock.take(file)) {
      assertThat(lock).isNotNull();
      assertThat(FolderLock.take(file)).as("this process").isNull();
      assertThat(inAnotherProcess(file)).isEqualTo("refused");
    }
    assertThat(file).doesNotExist();
    assertThat(inAnotherProcess(file)).isEqualTo("taken");
    Files.writeString(file, "left by a process that was killed");
    assertThat(inAnotherProcess(file)).isEqualTo("taken");
  }

  @Test
  void shouldHaveOneOwnerWhoeverTakesItAtTheSameTime() throws Exception {
    Path file = folder.resolve("lock");
    AtomicInteger owners = new AtomicInteger();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      for (Future<Integer> most :
          IntStream.range(0, 4).mapToObj(i -> threads.submit(() -> most(file, owners))).toList()) {
        assertThat(most.get()).isEqualTo(1);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /** Takes the lock some hundred times and returns how many had it then, at most. */
  private static int most(Path file, AtomicInteger owners) throws Exception {
    int most = 0;
    for (int taken = 0; taken < 200; ) {
      try (FolderLock lock = FolderLock.take(file)) {
        if (lock != null) {
          most = Math.max(most, owners.incrementAndGet());
          taken++;
          owners.decrementAndGet();
        }
      }
    }
    return most;
  }

  private static String inAnotherProcess(Path file) throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Taker.class.getName(),
                file.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    process.waitFor();
    return said.strip();
  }

  /** Says whether it gets the lock that its argument names. */
  static final class Taker {

    public static void main(String[] file) throws Exception {
      try (FolderLock lock = FolderLock.take(Path.of(file[0]))) {
        System.out.println(lock == null ? "refused" : "taken");
      }
    }
  }
}
