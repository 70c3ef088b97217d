package dev.crawlsieve.tool.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.crawlsieve.tool.terminal.Console;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

final class CommandLinesReadTest {

  private final Console console = new Console(System.out, System.err, false);

  @Test
  void shouldReadTheCommandThatIsAskedForAsAmongAll() {
    Map<String, CommandLine> all = CommandLines.of(console).getSubcommands();
    int alone = 0;
    for (String name : all.keySet()) {
      Map<String, CommandLine> few = CommandLines.of(console, name).getSubcommands();
      alone += few.size() == 1 ? 1 : 0;
      assertThat(described(few.get(name))).isEqualTo(described(all.get(name)));
    }
    assertThat(alone).isGreaterThan(10);
  }

  @Test
  void shouldReadAllWhereNoneIsAskedFor() {
    int all = CommandLines.of(console).getSubcommands().size();
    for (String first : new String[] {"", "--help", "siev", "bench"}) {
      assertThat(CommandLines.of(console, first).getSubcommands()).hasSize(all);
    }
  }

  @Test
  void shouldReadNoneForTheVersion() {
    for (String version : new String[] {"--version", "-V"}) {
      assertThat(CommandLines.of(console, version).getSubcommands()).isEmpty();
      assertThat(CommandLines.of(console, version).parseArgs(version).isVersionHelpRequested())
          .isTrue();
    }
  }

  /** The usage of a command and of those below it, and all of their options. */
  private static String described(CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    StringBuilder text = new StringBuilder(command.getUsageMessage());
    text.append(spec.optionsMap().keySet().stream().sorted().toList());
    text.append(command.isCaseInsensitiveEnumValuesAllowed()).append(command.isExpandAtFiles());
    command.getSubcommands().values().forEach(below -> text.append(described(below)));
    return text.toString();
  }
}
