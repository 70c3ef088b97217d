package dev.crawlsieve.tool.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchException;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.failure.FullDisk;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.index.IndexException;
import dev.crawlsieve.stream.run.FailureText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
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
    SieveException stopped = FailureText.of(new StreamsException("task 0_1", index));
    assertThat(failure.exitCodeOf(index)).isEqualTo(1);
    assertThat(failure.exitCodeOf(stopped)).isEqualTo(1);
    assertThat(failure.exitCodeOf(new SieveException("it ended", named(stopped)))).isEqualTo(1);
    String where = " is full (While appending to file: /state/1.sst: No space left on device): ";
    String generic = "crawlsieve: a disk" + where + "free some space on it, and start again";
    assertThat(err.toString(UTF_8).lines())
        .containsExactly(
            generic,
            generic,
            "crawlsieve: the disk of the folder '/state' (setting state.dir)"
                + where
                + "free some space on it, or name a folder on a larger one; it goes on");
  }

  @Test
  void shouldKeepWhatWasSaidWithinTheWorkThatFillsADisk() {
    SieveException inner =
        FullDisk.told(
            "the folder", "; --resume goes on", new IOException("No space left on device"));

    assertThatThrownBy(
            () ->
                FullDisk.naming(
                    "the folder 'out' (--out)",
                    "",
                    () -> {
                      throw inner;
                    }))
        .hasMessageStartingWith("the disk of the folder 'out' (--out) is full")
        .hasMessageEndingWith("; --resume goes on");
  }

  @Test
  void shouldNotNameTypesOfJava() {
    failure.exitCodeOf(
        new SieveException("it cannot be written: " + new NoSuchFileException("/a/b")));
    failure.exitCodeOf(
        new SieveException("it cannot be read: " + new AccessDeniedException("/a") + "; no"));
    failure.exitCodeOf(new SieveException("it cannot be read: " + new IOException("a reason")));

    assertThat(err.toString(UTF_8).lines())
        .containsExactly(
            "crawlsieve: it cannot be written: /a/b does not exist",
            "crawlsieve: it cannot be read: permission denied: /a; no",
            "crawlsieve: it cannot be read: a reason");
  }

  @Test
  void shouldLeaveOtherFailuresOfAFolderAlone() {
    SieveException other = new SieveException("no broker answers");
    assertThatThrownBy(
            () ->
                FullDisk.naming(
                    "the folder",
                    "",
                    () -> {
                      throw other;
                    }))
        .isSameAs(other);
  }

  /** As from a command within another one, whose user knows nothing of inner folders. */
  private static Exception named(Exception failure) {
    return catchException(
        () ->
            FullDisk.naming(
                "the folder '/state' (setting state.dir)",
                "; it goes on",
                () ->
                    FullDisk.naming(
                        "the inner folder",
                        "",
                        () -> {
                          throw failure;
                        })));
  }

  @Test
  void shouldSayWhatToSetForASmallHeapOrALocaleWithoutCharacters() {
    OutOfMemoryError error = new OutOfMemoryError("Java heap space");
    assertThat(failure.exitCodeOf(error)).isEqualTo(1);
    assertThat(failure.exitCodeOf(FailureText.of(new StreamsException("task 0_1", error))))
        .isEqualTo(1);
    assertThat(failure.exitCodeOf(new InvalidPathException("caf??.html", "unmappable")))
        .isEqualTo(1);
    List<String> said = err.toString(UTF_8).lines().toList();
    assertThat(said).hasSize(3);
    assertThat(said.subList(0, 2))
        .allMatch(line -> line.matches("crawlsieve: the heap of .* is too small .*=-Xmx\\d+m .*"));
    assertThat(said.get(2)).contains("'caf??.html'", "set LC_ALL to a locale of UTF-8");
  }
}
