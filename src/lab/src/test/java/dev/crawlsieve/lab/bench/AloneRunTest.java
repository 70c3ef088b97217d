package dev.crawlsieve.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.run.Crawl;
import dev.crawlsieve.tool.cli.CommandRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AloneRunTest {

  @TempDir Path dir;

  private AloneRun run() {
    return new AloneRun(SieveConfig.of(Map.of()), dir.resolve("index"), () -> {});
  }

  /** More than one batch; the last one is not full. */
  @Test
  void shouldDecideAsTheSieveDoes() throws IOException {
    Path crawl = dir.resolve("crawl.jsonl");
    List<String> lines =
        Crawl.pages(600, 5).stream().map(page -> new String(page, StandardCharsets.UTF_8)).toList();
    Files.write(crawl, lines);
    AloneRun run = run();
    assertThat(run.run(List.of(crawl))).isPositive();
    CommandRun sieve = CommandRun.of("sieve", crawl, "--json", "--out", dir.resolve("out"));
    assertThat(run.unique()).isEqualTo(sieve.lastLine().path("unique").asLong()).isPositive();
    assertThat(dir.resolve("index")).doesNotExist();
  }

  /** Bad pages come out of the topology, too: as dead letters or unjudged. */
  @Test
  void shouldGoOnAfterPagesThatGetNoFingerprint() throws IOException {
    String page = new String(Crawl.pages(1, 5).get(0), StandardCharsets.UTF_8);
    Path crawl = Files.write(dir.resolve("crawl.jsonl"), List.of("no", page));
    AloneRun run = run();
    assertThat(run.run(List.of(crawl))).isPositive();
    assertThat(run.unique()).isEqualTo(1);
    assertThat(dir.resolve("index")).doesNotExist();
  }
}
