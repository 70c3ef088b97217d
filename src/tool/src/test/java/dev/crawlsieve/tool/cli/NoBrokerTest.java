package dev.crawlsieve.tool.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.Waits;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An installation without the libraries that only an embedded broker needs. In modules above this
 * one the class path has the program's jar, whose manifest names them.
 */
@Tag("slow")
final class NoBrokerTest {

  private static final Pattern BROKER =
      Pattern.compile("(kafka_2|kafka-(server|metadata|raft|storage)|scala-).*");

  @TempDir Path folder;

  @Test
  void shouldSayWhatIsMissing() throws Exception {
    assertThat(run("broker", "--dir", folder.resolve("data").toString(), "--port", "0"))
        .isEqualTo(1);
    assertThat(folder.resolve("out"))
        .content(UTF_8)
        .startsWith("crawlsieve: this installation has no embedded broker: lib/broker is missing")
        .doesNotContain("Error", "Exception");
    assertThat(folder.resolve("data")).doesNotExist();
  }

  @Test
  void shouldSayWhatIsMissingBeforeItFetchesPages() throws Exception {
    Path cache = folder.resolve("cache");
    assertThat(run("quickstart", "--cache", cache.toString())).isEqualTo(1);
    assertThat(folder.resolve("out"))
        .content(UTF_8)
        .startsWith("crawlsieve: this installation has");
    assertThat(cache).doesNotExist();
  }

  @Test
  void shouldSieveFilesAllTheSame() throws Exception {
    Path page = Files.writeString(folder.resolve("page.html"), "<p>Some words on a page</p>");
    Path out = folder.resolve("sieved");
    assertThat(run("sieve", page.toString(), "--out", out.toString())).isZero();
    assertThat(out.resolve("unique.jsonl")).content(UTF_8).contains("Some words");
  }

  private int run(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", classPathWithoutBroker(), Main.class.getName()));
    command.addAll(List.of(arguments));
    Process child =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("out").toFile())
            .start();
    try {
      assertThat(Waits.ended(child)).isTrue();
    } finally {
      child.destroyForcibly();
    }
    return child.exitValue();
  }

  private static String classPathWithoutBroker() {
    String all = System.getProperty("java.class.path");
    String rest =
        Arrays.stream(all.split(Pattern.quote(File.pathSeparator)))
            .filter(entry -> !BROKER.matcher(Path.of(entry).getFileName().toString()).matches())
            .collect(Collectors.joining(File.pathSeparator));
    assertThat(rest).isNotEqualTo(all);
    return rest;
  }
}
