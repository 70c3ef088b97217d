package dev.crawlsieve.tool.cli;

import dev.crawlsieve.tool.terminal.Console;
import dev.crawlsieve.tool.terminal.JsonOption;
import dev.crawlsieve.tool.terminal.SettingsOptions;
import picocli.CommandLine.Mixin;

/** A command with settings, whose result can be had as JSON. */
abstract class ResultCommand extends ConsoleCommand {

  @Mixin SettingsOptions settings;
  @Mixin JsonOption json;

  ResultCommand(Console console) {
    super(console);
  }
}
