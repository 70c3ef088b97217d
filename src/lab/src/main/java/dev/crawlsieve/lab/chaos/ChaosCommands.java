package dev.crawlsieve.lab.chaos;

import dev.crawlsieve.tool.terminal.AddedCommand;
import dev.crawlsieve.tool.terminal.Console;
import picocli.CommandLine;

/** Adds {@code chaos} to the command line; public for the service loader. */
public final class ChaosCommands implements AddedCommand {

  @Override
  public CommandLine of(Console console) {
    return new CommandLine(new ChaosCommand(console));
  }
}
