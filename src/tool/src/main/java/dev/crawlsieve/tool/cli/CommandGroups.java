package dev.crawlsieve.tool.cli;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.TextTable;

/** Lists the commands by purpose, each with the first sentence of its description. */
final class CommandGroups {

  private static final List<String> MEASURE = List.of("evaluate", "replay", "bench", "chaos");

  private static final List<String> OPERATE =
      List.of("topics", "dead-letters", "forget", "mirrors", "sizing");

  private static final int NAME_COLUMNS = 16;

  private CommandGroups() {}

  /** The list. A command that is in no other group is in the first. */
  static String list(Help help) {
    Set<String> sieve = new LinkedHashSet<>(help.subcommands().keySet());
    sieve.removeAll(MEASURE);
    sieve.removeAll(OPERATE);
    return text(help, sieve)
        + "%nMeasure:%n".formatted()
        + text(help, MEASURE)
        + "%nOperate:%n".formatted()
        + text(help, OPERATE);
  }

  private static String text(Help help, Collection<String> names) {
    int width = help.commandSpec().usageMessage().width();
    TextTable table =
        TextTable.forColumns(
            help.colorScheme(),
            new Column(NAME_COLUMNS, 2, Column.Overflow.SPAN),
            new Column(width - NAME_COLUMNS, 0, Column.Overflow.WRAP));
    for (String name : names) {
      Help command = help.subcommands().get(name);
      if (command != null && !command.commandSpec().usageMessage().hidden()) {
        table.addRowValues(
            Ansi.OFF.new Text(name, help.colorScheme()),
            Ansi.OFF.new Text(sentence(command), help.colorScheme()));
      }
    }
    return table.toString();
  }

  private static String sentence(Help command) {
    String all = String.join(" ", command.commandSpec().usageMessage().description());
    int end = all.indexOf(". ");
    return end < 0 ? all : all.substring(0, end + 1);
  }
}
