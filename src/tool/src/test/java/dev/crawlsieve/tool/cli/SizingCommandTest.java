package dev.crawlsieve.tool.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.crawlsieve.tool.cli.SizingCommand.Sizing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SizingCommandTest {

  @Test
  void shouldPrintWhatTheDocumentShows() throws IOException {
    CommandRun run = CommandRun.of("sizing", "--pages", "50000000");
    assertThat(run.exitCode()).isZero();
    assertThat(document()).contains("```\n" + run.out() + "```");
  }

  /** The document has the same numbers. */
  @Test
  void shouldUseTheFormulasOfTheDocument() throws IOException {
    assertThat(document())
        .contains(
            format(
                "*K* · %d bytes with up to %d million kept pages a lane, *K* · %d beyond",
                Sizing.TABLES, Sizing.LARGE / 1_000_000, Sizing.LARGE_TABLES),
            format("at least *R* / %,d;", Sizing.DECIDED_PER_SECOND),
            "1.25 · tables / lanes",
            "+ 1 GB; and a fifteenth more",
            "twice its heap",
            format("(*K* · (%d + *U*) bytes + 2 · tables)", Sizing.RECORD),
            format("| bytes of a URL | %d |", Sizing.URL),
            format("*N* · %d bytes · copies", Sizing.LOG),
            format(
                "*K* / lanes / %,d; / %,d seconds",
                Sizing.OPENED_PER_SECOND, Sizing.RESTORED_PER_SECOND));
  }

  @ParameterizedTest
  @CsvSource({"70e6, 1", "73e6, 1", "74e6, 2", "140e6, 2", "700e6, 10"})
  void shouldTakeAsFewLanesAsHaveMemory(double kept, int lanes) {
    assertThat(Sizing.of(kept, 1).lanes()).isEqualTo(lanes);
  }

  @Test
  void shouldTakeAsManyLanesAsThePaceNeeds() {
    Sizing sizing = Sizing.of(35e6, 120_000);
    assertThat(sizing.lanes()).isEqualTo(3);
    assertThat(sizing.indexMemory()).isCloseTo(1.25 * 35e6 * 178 / 3, within(1.0));
  }

  @ParameterizedTest
  @CsvSource({"0, 0.7", "-3, 0.7", "9000000000000000000, 0.7", "9, 0", "9, 1.5", "9, NaN"})
  void shouldRefuseWhatIsNoCrawl(String pages, String kept) {
    CommandRun run = CommandRun.of("sizing", "--pages", pages, "--kept", kept);
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err())
        .contains("--pages must be 1 to 1000000000000, --bytes and --rate above 0");
  }

  private static String format(String text, Object... values) {
    return String.format(Locale.ROOT, text, values);
  }

  private static String document() throws IOException {
    return Files.readString(Path.of("docs/sizing.md"));
  }
}
