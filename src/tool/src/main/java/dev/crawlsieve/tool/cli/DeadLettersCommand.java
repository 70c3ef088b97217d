package dev.crawlsieve.tool.cli;

import dev.crawlsieve.tool.terminal.Version;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Parent of the commands on dead letters. */
@Command(
    name = "dead-letters",
    description = "List what was set aside, or send its pages again once the cause is fixed.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class DeadLettersCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "name list or resend");
  }
}
