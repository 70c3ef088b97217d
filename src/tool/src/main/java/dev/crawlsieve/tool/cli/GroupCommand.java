package dev.crawlsieve.tool.cli;

import dev.crawlsieve.tool.terminal.Version;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that only has subcommands. */
@Command(mixinStandardHelpOptions = true, versionProvider = Version.class)
abstract class GroupCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), commands(spec));
  }

  /** What a command with subcommands, and without anything else, needs. */
  static String commands(CommandSpec spec) {
    return spec.parent() == null
        ? "'crawlsieve --help' lists them all"
        : "'"
            + spec.name()
            + "' needs one of its commands: "
            + String.join(", ", spec.subcommands().keySet());
  }

  @Command(
      name = "topics",
      description = "Create, describe or delete the topics.",
      subcommands = {
        TopicsCreateCommand.class,
        TopicsDescribeCommand.class,
        TopicsDeleteCommand.class
      })
  static final class Topics extends GroupCommand {}

  @Command(
      name = "dead-letters",
      description =
          "List and show dead letters, or send their pages again once the cause is fixed.",
      subcommands = {
        DeadLettersListCommand.class,
        DeadLettersShowCommand.class,
        DeadLettersResendCommand.class
      })
  static final class DeadLetters extends GroupCommand {}
}
