package dev.crawlsieve.tool.cli;

import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.tool.terminal.Console;
import dev.crawlsieve.tool.terminal.Version;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;

/** Lists the settings. */
@Command(
    name = "settings",
    description = "Print the table of settings: names, defaults, meanings and valid values.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
final class SettingsCommand implements Callable<Integer> {

  private final Console console;

  SettingsCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    console.line(SieveConfig.markdown().stripTrailing());
    return ExitCode.OK;
  }
}
