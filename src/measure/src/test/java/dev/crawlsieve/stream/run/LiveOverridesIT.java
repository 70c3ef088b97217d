package dev.crawlsieve.stream.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.OverrideRule;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.measure.replay.QuietReplay;
import dev.crawlsieve.measure.replay.ReplaySource;
import dev.crawlsieve.measure.replay.VerdictAudit;
import dev.crawlsieve.stream.kafka.topics.Topics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The file of overrides changes while pages flow. */
final class LiveOverridesIT {

  private static final int BATCH = 60;

  @TempDir Path folder;
  @RegisterExtension final OneBroker broker = new OneBroker();
  private int pages;

  @Test
  void shouldCountFromAPositionOnForAllWhoReadTheLog() throws Exception {
    write("{\"drop\": {\"host\": \"host1.example\"}}");
    Generation first = Generation.of(settings("first"));
    Topics.create(first.config());
    try (SieveRunner runner = new SieveRunner(first.config())) {
      runner.start();
      produce(first, runner);
      assertThat(rules(first)).containsOnly("1 drop host host1.example");

      write("", "{\"keep\": {\"host\": \"host2.example\"}}");
      while (!rules(first).contains("2 keep host host2.example")) {
        produce(first, runner);
      }
      write("{\"keep\": {\"host\""); // the former lines stay in force
      produce(first, runner);
    }
    write("{\"drop\": {\"host\": \"host0.example\"}}");
    Generation second = Generation.of(settings("second")); // restores
    try (SieveRunner runner = new SieveRunner(second.config())) {
      runner.start();
      produce(second, runner);
      assertThat(rules(second)).contains("1 drop host host0.example");
    }

    Map<String, Verdict> verdicts = first.verdicts();
    assertThat(verdicts).hasSize(pages).isEqualTo(first.scanned());
    assertThat(verdicts.values())
        .filteredOn(verdict -> verdict.overridden() == null)
        .as("before and after, the rule decides")
        .extracting(Verdict::url)
        .anyMatch(url -> url.contains("//host0."))
        .anyMatch(url -> url.contains("//host1."));
    assertThat(first.routedOnce()).isEqualTo(first.pages());
    VerdictAudit.Result audit =
        new VerdictAudit(
                ReplaySource.topics(Map.of("bootstrap.servers", broker.bootstrapServers())),
                new QuietReplay())
            .run();
    assertThat(audit.differences()).as(audit.shown().toString()).isZero();
    assertThat(audit.equal()).isEqualTo(pages);
  }

  private void produce(Generation generation, SieveRunner runner) {
    generation.produce(Crawl.pages(BATCH, pages));
    pages += BATCH;
    generation.awaitRouted(runner, pages);
  }

  /** The overrides that decided so far, as they are logged. */
  private static List<String> rules(Generation generation) throws Exception {
    return generation.verdicts().values().stream()
        .map(Verdict::overridden)
        .filter(Objects::nonNull)
        .map(Verdict.Overridden::rule)
        .map((OverrideRule rule) -> rule.line() + " " + rule.text())
        .distinct()
        .toList();
  }

  private void write(String... lines) throws IOException {
    Path next = Files.write(folder.resolve("next"), List.of(lines));
    Files.move(next, file(), StandardCopyOption.REPLACE_EXISTING);
  }

  private Path file() {
    return folder.resolve("overrides.jsonl");
  }

  private Map<String, String> settings(String state) {
    Map<String, String> settings = new HashMap<>();
    settings.put("bootstrap.servers", broker.bootstrapServers());
    settings.put("state.dir", folder.resolve(state).toString());
    settings.put("overrides.file", file().toString());
    settings.put("index.memory.bytes", "1000000");
    settings.put("partitions", "4");
    return settings;
  }
}
