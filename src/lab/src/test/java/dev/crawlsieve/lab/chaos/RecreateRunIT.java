package dev.crawlsieve.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.files.input.InputGroup;
import dev.crawlsieve.stream.run.Crawl;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recreates a topic that two running instances read, and one that they only write. */
@Tag("slow")
final class RecreateRunIT {

  @TempDir Path folder;

  @Test
  void shouldStopOrLoseNothing() throws Exception {
    Path crawl = folder.resolve("crawl.jsonl");
    try (OutputStream out = Files.newOutputStream(crawl)) {
      for (byte[] page : Crawl.pages(60, 3)) {
        out.write(page);
        out.write('\n');
      }
    }
    RecreateSettings settings =
        new RecreateSettings(
            2,
            List.of("fingerprints", "unique"),
            5,
            400,
            List.of(new InputGroup(List.of(crawl), null)),
            Map.of(),
            null);
    List<String> notes = new ArrayList<>();
    RecreateResult result;
    try (RecreateRun run = new RecreateRun(settings, listener(notes))) {
      result = run.run();
    }
    assertThat(result.differences()).isEmpty();
    assertThat(result.well()).isTrue();
    assertThat(result.moments())
        .extracting(RecreateResult.Moment::role)
        .containsExactly("fingerprints", "unique");
    assertThat(result.moments())
        .extracting(RecreateResult.Moment::stopped)
        .containsExactly(true, false);
    assertThat(notes).hasSize(4);
  }

  private static ChaosListener listener(List<String> notes) {
    return new ChaosListener() {
      @Override
      public void note(String line) {
        notes.add(line);
      }

      @Override
      public void progress(long in, long out) {
        // Not here.
      }
    };
  }
}
