package dev.crawlsieve.testkit.broker;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.Waits;
import dev.crawlsieve.core.failure.SieveException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedBrokerAtExitTest {

  @TempDir Path dir;

  /** Starts a broker while the process is exiting, like a run interrupted at its beginning. */
  static final class Child {

    private Child() {}

    public static void main(String[] args) {
      Thread late = new Thread(() -> start(Path.of(args[0]).resolve("broker")));
      Runtime.getRuntime().addShutdownHook(late);
    }

    private static void start(Path folder) {
      try {
        EmbeddedBroker.start(folder, 0).close();
      } catch (SieveException e) {
        System.out.println(e.getMessage());
      }
    }
  }

  @Test
  void shouldPrintNoStackTraceWhenItStartsWhileTheProcessEnds() throws Exception {
    Path out = dir.resolve("out");
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=off",
                "-cp",
                System.getProperty("java.class.path"),
                Child.class.getName(),
                dir.toString())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();
    try {
      assertThat(Waits.ended(child)).isTrue();
    } finally {
      child.destroyForcibly();
    }
    assertThat(out).content(UTF_8).doesNotContain("Exception", "ERROR");
  }
}
