package dev.crawlsieve.tool.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.Waits;
import dev.crawlsieve.tool.terminal.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;

final class LogLevelTest {

  @TempDir Path folder;

  /** Logs what parts of the service log, as set up for a command. */
  static final class Child {

    private Child() {}

    public static void main(String[] args) {
      CommandLine all = CommandLines.of(new Console(System.out, System.err, false));
      CrawlsieveCommand root = all.getCommand();
      root.quieten(all.parseArgs(args));
      for (String name :
          List.of("dev.crawlsieve.stream", "org.apache.kafka.clients", "org.rocksdb")) {
        LoggerFactory.getLogger(name).info("info of {}", name);
        LoggerFactory.getLogger(name).warn("warning of {}", name);
        LoggerFactory.getLogger(name).error("error of {}", name);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"text", "json"})
  void shouldShowTheServicesOwnWarningsButOfLibrariesOnlyErrors(String format) throws Exception {
    assertThat(logged("run", "--log", format))
        .contains(
            "warning of dev.crawlsieve.stream",
            "error of dev.crawlsieve.stream",
            "error of org.apache.kafka.clients",
            "error of org.rocksdb")
        .doesNotContain("info of ", "warning of org.");
  }

  @Test
  void shouldShowNothingWhereACommandSaysItself() throws Exception {
    assertThat(logged("topics", "describe")).isEmpty();
  }

  private String logged(String... args) throws IOException, InterruptedException {
    Path out = folder.resolve("out");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(Child.class.getName());
    command.addAll(List.of(args));
    Process child =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile()).start();
    try {
      assertThat(Waits.ended(child)).isTrue();
    } finally {
      child.destroyForcibly();
    }
    assertThat(child.exitValue()).isZero();
    return Files.readString(out, UTF_8);
  }
}
