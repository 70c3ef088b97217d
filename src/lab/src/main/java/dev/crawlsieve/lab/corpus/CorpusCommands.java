package dev.crawlsieve.lab.corpus;

import dev.crawlsieve.tool.terminal.AddedCommand;
import dev.crawlsieve.tool.terminal.Console;
import picocli.CommandLine;

/** Adds {@code evaluate-set} to the command line; public for the service loader. */
public final class CorpusCommands implements AddedCommand {

  @Override
  public CommandLine of(Console console) {
    return new CommandLine(new EvaluateSetCommand(console));
  }
}
