package dev.crawlsieve.tool.cli;

import dev.crawlsieve.stream.config.SieveConfig;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;

/** Lists the settings. */
@Command(
    name = "settings",
    description = "Print the table of settings: names, defaults, meanings and valid values.")
final class SettingsCommand extends ConsoleCommand {

  @Override
  public Integer call() {
    console.lines(SieveConfig.markdown().stripTrailing());
    return ExitCode.OK;
  }
}
