package dev.crawlsieve.tool.cli;

import dev.crawlsieve.measure.report.TextLines;
import dev.crawlsieve.stream.config.SieveConfig;
import dev.crawlsieve.stream.config.SieveConfig.Described;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows the settings. */
@Command(
    name = "settings",
    description =
        "Show the defaults, meanings and valid values of all settings, or of those named.")
final class SettingsCommand extends ConsoleCommand {

  private static final String INDENT = "    ";

  @Parameters(
      paramLabel = "NAME",
      arity = "0..*",
      description = "A setting, or the beginning of several up to a dot, such as near.")
  private List<String> names = List.of();

  @Option(names = "--markdown", description = "Print all settings as a table in Markdown.")
  private boolean markdown;

  @Override
  public Integer call() {
    if (markdown) {
      console.lines(SieveConfig.markdown().stripTrailing());
      return ExitCode.OK;
    }
    List<Described> shown = SieveConfig.described(names);
    for (Described setting : shown) {
      line("%s = %s", setting.name(), setting.value());
      console.lines(TextLines.wrapped(INDENT, setting.meaning() + setting.valid(), INDENT));
    }
    return ExitCode.OK;
  }
}
