package dev.crawlsieve.lab.bench.command;

import dev.crawlsieve.lab.bench.Bench;
import dev.crawlsieve.lab.bench.MadeUpSites;
import dev.crawlsieve.lab.bench.SettingsBench;
import dev.crawlsieve.lab.bench.process.Program;
import dev.crawlsieve.lab.bench.result.SettingsResult;
import dev.crawlsieve.measure.report.TextTable;
import dev.crawlsieve.tool.cli.Main;
import dev.crawlsieve.tool.terminal.Console;
import dev.crawlsieve.tool.terminal.Version;
import java.util.Map;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Measures what settings cost {@code run}. */
@Command(
    name = "settings",
    description = {
      "Measure what some settings cost 'run', for example passages.enabled=true: two instances, one"
          + " with them and one without, sieve the same small generated pages at the same time, on"
          + " one embedded broker. Reports the CPU time of each, and what only the one with them"
          + " writes. Takes about two minutes.",
      "",
      "--set is for both instances."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class BenchSettingsCommand extends MeasuringCommand<SettingsResult> {

  @Parameters(
      paramLabel = "NAME=VALUE",
      arity = "1..*",
      description = "Settings whose cost is measured.")
  private Map<String, String> measured;

  @Option(
      names = "--pages",
      paramLabel = "N",
      defaultValue = "100000",
      description = "Number of pages of 1.6 kB. Default: ${DEFAULT-VALUE}.")
  private int pages;

  @Option(
      names = "--sites",
      paramLabel = "N",
      defaultValue = "500",
      description = "Number of sites that they are of. Default: ${DEFAULT-VALUE}.")
  private int sites;

  public BenchSettingsCommand(Console console) {
    super(console);
  }

  @Override
  Bench<SettingsResult> bench(Map<String, String> settings, Consumer<String> progress) {
    return new SettingsBench(
        new MadeUpSites(pages, sites), measured, settings, Program.running(Main.class), progress);
  }

  @Override
  void print(SettingsResult result) {
    console.line(
        format(
            "%,d pages of %,d sites, %.1f kB each; %d cores, load average %.1f before",
            result.pages(),
            result.sites(),
            result.bytes() / 1e3 / result.pages(),
            result.cores(),
            result.loadAverage()));
    console.line("");
    TextTable table =
        new TextTable()
            .row("", "CPU s", "×", "settled", "×", "memory MB", "stores MB", "unique", "duplicate");
    row(table, "without", result.without(), 1, 1);
    row(table, "with", result.with(), result.ratio(), result.settledRatio());
    console.table(table);
    console.line("");
    console.line(
        "with: "
            + String.join(" ", result.settings())
            + "; CPU s: of the process, until all pages are through; settled: until nothing more is"
            + " written");
    for (SettingsResult.Topic topic : result.topics()) {
      console.line(
          format("%s: %,d records, %,.1f MB", topic.name(), topic.records(), topic.bytes() / 1e6));
    }
  }

  private static void row(
      TextTable table, String name, SettingsResult.Instance of, double ratio, double settled) {
    table.row(
        name,
        format("%.1f", of.cpuSeconds()),
        format("%.2f", ratio),
        format("%.1f", of.settledCpuSeconds()),
        format("%.2f", settled),
        format("%,.0f", of.residentPeakBytes() / 1e6),
        format("%,.0f", of.stateBytes() / 1e6),
        format("%,d", of.unique()),
        format("%,d", of.duplicate()));
  }
}
