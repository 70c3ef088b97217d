package dev.crawlsieve.lab.bench.command;

import dev.crawlsieve.lab.bench.Bench;
import dev.crawlsieve.lab.bench.rule.RuleBench;
import dev.crawlsieve.measure.report.TextTable;
import dev.crawlsieve.tool.terminal.Console;
import dev.crawlsieve.tool.terminal.Version;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Measures what each condition of the rule decides. */
@Command(
    name = "rule",
    description = {
      "Leave out each condition of the rule in turn, double and halve each of its numbers, and"
          + " report which pages are then dropped that are kept today, and the other way round.",
      "",
      "Needs a JDK, and the sources: run it in the root of a checkout."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class BenchRuleCommand extends MeasuringCommand<List<RuleBench.Row>> {

  @Parameters(
      arity = "1..*",
      paramLabel = "FINGERPRINTS",
      description =
          "fingerprints.bin of sieved folders, each decided in a lane of its own; all host names"
              + " in one if it was sieved with dedup.scope=host.")
  private List<Path> fingerprints;

  @Option(
      names = "--labels",
      split = ",",
      paramLabel = "TSV",
      description =
          "Pairs that were read, as in src/judged: URL of the page, URL of the one that it may"
              + " copy, 1 (it is a copy) or 0.")
  private List<Path> labels = List.of();

  @Option(
      names = "--source",
      paramLabel = "FILE",
      defaultValue = "src/core/src/main/java/dev/crawlsieve/core/index/Rule.java",
      description = "The rule. Default: ${DEFAULT-VALUE}.")
  private Path source;

  public BenchRuleCommand(Console console) {
    super(console);
  }

  @Override
  Bench<List<RuleBench.Row>> bench(Map<String, String> settings, Consumer<String> progress) {
    return new RuleBench(source, fingerprints, labels, settings, progress);
  }

  @Override
  void print(List<RuleBench.Row> rows) {
    TextTable table =
        new TextTable().row("line", "more", "right", "wrong", "fewer", "right", "wrong", "change");
    for (RuleBench.Row row : rows) {
      table.row(
          format("%d", row.line()),
          format("%d", row.more().pages()),
          format("%d", row.more().right()),
          format("%d", row.more().wrong()),
          format("%d", row.fewer().pages()),
          format("%d", row.fewer().right()),
          format("%d", row.fewer().wrong()),
          row.change());
    }
    console.table(table);
  }
}
