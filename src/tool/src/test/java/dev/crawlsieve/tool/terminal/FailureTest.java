package dev.crawlsieve.tool.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.index.IndexException;
import dev.crawlsieve.core.work.SieveException;
import dev.crawlsieve.stream.run.FailureText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import org.apache.kafka.streams.errors.StreamsException;
import org.junit.jupiter.api.Test;

final class FailureTest {

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Failure failure =
      new Failure(
          new Console(
              new ByteArrayOutputStream(),
              new PrintStream(err, true, UTF_8),
              false,
              LogFormat.of(List.of())),
          false);

  /** The service is not started again after exit code 2. */
  @Test
  void shouldExitWith2ForSettingsWhereverTheyAreRefused() {
    SettingsException refused = new SettingsException("lanes was 1, now 2");
    assertThat(failure.exitCodeOf(refused)).isEqualTo(2);
    assertThat(failure.exitCodeOf(new SieveException(refused.getMessage(), refused))).isEqualTo(2);
    assertThat(failure.exitCodeOf(new SieveException("no broker answers"))).isEqualTo(1);
    assertThat(err.toString(UTF_8).lines().toList())
        .hasSize(3)
        .allMatch(line -> line.contains("lanes was 1, now 2") || line.contains("no broker"));
  }

  /** A full disk was "unexpected: dev.crawlsieve.core.index.IndexException". */
  @Test
  void shouldSayWhichDiskIsFullAndWhatToDo() {
    IndexException index =
        new IndexException(
            "cannot flush the files of the index in /state/index",
            new IOException("While appending to file: /state/1.sst: No space left on device"));
    assertThat(failure.exitCodeOf(index)).isEqualTo(1);
    assertThat(failure.exitCodeOf(FailureText.of(new StreamsException("task 0_1", index))))
        .isEqualTo(1);
    assertThat(err.toString(UTF_8).lines().toList())
        .hasSize(2)
        .allMatch(
            line ->
                line.contains(
                    "a disk is full (While appending to file: /state/1.sst: No space left on"
                        + " device): free some space on it"));
  }
}
