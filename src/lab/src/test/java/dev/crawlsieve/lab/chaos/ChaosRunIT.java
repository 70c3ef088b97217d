package dev.crawlsieve.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.files.input.InputGroup;
import dev.crawlsieve.lab.bench.process.Program;
import dev.crawlsieve.stream.run.Crawl;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs three brokers and three instances in separate processes, some of which are killed. */
final class ChaosRunIT {

  private static final int PAGES = 2_000;
  private static final int POISON = 40;

  @TempDir Path folder;

  @Test
  void shouldRouteEveryPageOnceWhateverIsKilled() throws Exception {
    ChaosSettings settings =
        new ChaosSettings(
            2,
            Set.of(),
            5,
            PAGES,
            POISON,
            List.of(new InputGroup(List.of(crawl()), null)),
            Map.of("partitions", "4"),
            folder.resolve("logs"),
            new Program(System.getProperty("java.class.path"), "dev.crawlsieve.tool.cli.Main"));
    Told told = new Told();
    List<ProcessHandle> earlier = ProcessHandle.current().children().toList();
    ChaosResult result;
    try (ChaosRun run = new ChaosRun(settings, told)) {
      result = run.run();
    }
    assertThat(result.differences()).isEmpty();
    assertThat(result.well()).isTrue();
    assertThat(result.pages() + result.refused()).isEqualTo(PAGES);
    assertThat(result.poison() + result.refused()).isEqualTo(PAGES / POISON);
    assertThat(result.poisonKinds()).isEqualTo(PAGES / POISON);
    assertThat(result.unique() + result.duplicate() + result.unjudged() + result.deadLetters())
        .isEqualTo(result.pages());
    assertThat(result.deadLetters()).isBetween(1L, result.poison());
    assertThat(result.verdicts())
        .isEqualTo(result.pages() - result.unjudged() - result.deadLetters());
    assertThat(result.lastWords()).isEmpty();
    assertThat(result.audited()).isEqualTo(result.verdicts());
    assertThat(told.notes)
        .anyMatch(note -> note.matches("[1-9]\\d* verdicts are by overrides.file, which .*"));
    assertThat(result.faults()).containsEntry("killBroker", 1);
    assertThat(result.faults()).containsEntry("killInstanceAndState", 1);
    assertThat(ProcessHandle.current().children().filter(ProcessHandle::isAlive))
        .allMatch(earlier::contains);
  }

  private Path crawl() throws IOException {
    Path file = folder.resolve("crawl.jsonl");
    try (OutputStream out = Files.newOutputStream(file)) {
      for (byte[] page : Crawl.pages(60, 3)) {
        out.write(page);
        out.write('\n');
      }
    }
    return file;
  }

  private static final class Told implements ChaosListener {

    private final Queue<String> notes = new ConcurrentLinkedQueue<>();

    @Override
    public void note(String line) {
      notes.add(line);
    }

    @Override
    public void progress(long in, long out) {
      // The result has it, too.
    }
  }
}
