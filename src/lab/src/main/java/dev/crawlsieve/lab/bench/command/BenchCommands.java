package dev.crawlsieve.lab.bench.command;

import dev.crawlsieve.tool.terminal.AddedCommand;
import dev.crawlsieve.tool.terminal.Console;
import picocli.CommandLine;

/** Adds {@code bench} and its subcommands to the command line; public for the service loader. */
public final class BenchCommands implements AddedCommand {

  @Override
  public CommandLine of(Console console) {
    return new CommandLine(new BenchCommand(console))
        .addSubcommand(new BenchIndexCommand(console))
        .addSubcommand(new BenchLaneCommand(console))
        .addSubcommand(new BenchSettingsCommand(console))
        .addSubcommand(new BenchKernelsCommand(console))
        .addSubcommand(new BenchFuzzCommand(console))
        .addSubcommand(new BenchRuleCommand(console));
  }
}
