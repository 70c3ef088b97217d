package dev.crawlsieve.lab.bench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.tool.cli.CommandRun;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchDrawCommandTest {

  @TempDir Path dir;

  private CommandRun draw(String result) throws Exception {
    Path file = Files.writeString(dir.resolve("result.json"), result);
    return CommandRun.of("bench", "draw", "--out", dir.resolve("drawn.svg"), file);
  }

  @Test
  void shouldDrawTheLastLineOfAFile() throws Exception {
    CommandRun run =
        draw(
            """
            combined: 4 tables
            {"detector":"combined","indexMemoryBytes":5000000,"points":[{"leaders":100,\
            "pagesPerSecond":9},{"leaders":200,"pagesPerSecond":8}]}
            """);
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(dir.resolve("drawn.svg")).content().startsWith("<svg").contains("5 MB");
  }

  @Test
  void shouldNameAFileThatIsNoResult() throws Exception {
    for (String other : new String[] {"", "words\n", "{}\n", "{\"points\":[]}\n"}) {
      CommandRun run = draw(other);
      assertThat(run.exitCode()).isNotZero();
      assertThat(run.err())
          .contains("result.json does not end with a result of bench index --json")
          .doesNotContain("Exception");
    }
    assertThat(dir.resolve("drawn.svg")).doesNotExist();
  }
}
