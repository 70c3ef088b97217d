package dev.crawlsieve.tool.cli;

import dev.crawlsieve.tool.terminal.Version;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that only has subcommands. */
@Command(mixinStandardHelpOptions = true, versionProvider = Version.class)
final class GroupCommand implements Runnable {

  @Spec private CommandSpec spec;

  private GroupCommand() {}

  static CommandLine of(String name, String description, Object... subcommands) {
    CommandLine group = new CommandLine(new GroupCommand());
    group.getCommandSpec().name(name).usageMessage().description(description);
    for (Object subcommand : subcommands) {
      group.addSubcommand(subcommand);
    }
    return group;
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "name " + String.join(" or ", spec.subcommands().keySet()));
  }
}
