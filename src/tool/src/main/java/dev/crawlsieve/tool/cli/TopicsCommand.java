package dev.crawlsieve.tool.cli;

import dev.crawlsieve.tool.terminal.Version;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Parent of the commands on topics. */
@Command(
    name = "topics",
    description = "Create or describe the topics.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class TopicsCommand implements Runnable {

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "name create or describe");
  }
}
