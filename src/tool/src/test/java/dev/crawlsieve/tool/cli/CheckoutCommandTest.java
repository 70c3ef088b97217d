package dev.crawlsieve.tool.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Without the lab on the class path, as in an installation. In the lab it would run a benchmark.
 */
@Tag("slow")
class CheckoutCommandTest {

  @ParameterizedTest
  @ValueSource(strings = {"bench", "chaos"})
  void shouldSayThatTheLabIsNotInstalled(String command) {
    for (CommandRun run :
        new CommandRun[] {
          CommandRun.of(command),
          CommandRun.of(command, "--help"),
          CommandRun.of(command, "x", "-y")
        }) {
      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.err())
          .isEqualToIgnoringNewLines(
              "crawlsieve: '"
                  + command
                  + "' is not part of an installation; it works from a checkout of the sources");
      assertThat(run.out()).isEmpty();
    }
  }

  @Test
  void shouldNotListTheLabsCommands() {
    assertThat(CommandRun.of("--help").out())
        .contains("  evaluate ")
        .doesNotContain("  bench", "  chaos", "  evaluate-all");
  }
}
