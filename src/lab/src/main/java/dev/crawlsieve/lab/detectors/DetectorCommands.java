package dev.crawlsieve.lab.detectors;

import dev.crawlsieve.tool.terminal.AddedCommand;
import dev.crawlsieve.tool.terminal.Console;
import picocli.CommandLine;

/** Adds {@code evaluate-all} to the command line; public for the service loader. */
public final class DetectorCommands implements AddedCommand {

  @Override
  public CommandLine of(Console console) {
    return new CommandLine(new EvaluateAllCommand(console));
  }
}
