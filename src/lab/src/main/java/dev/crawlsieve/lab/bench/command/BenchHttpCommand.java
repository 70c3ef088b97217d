package dev.crawlsieve.lab.bench.command;

import dev.crawlsieve.core.report.TextTable;
import dev.crawlsieve.lab.bench.HttpBench;
import dev.crawlsieve.lab.bench.result.HttpResult;
import dev.crawlsieve.tool.terminal.Console;
import dev.crawlsieve.tool.terminal.Interruption;
import dev.crawlsieve.tool.terminal.JsonOption;
import dev.crawlsieve.tool.terminal.SettingsOptions;
import dev.crawlsieve.tool.terminal.Version;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures how quickly a watched instance answers. */
@Command(
    name = "http",
    description =
        "Measure how long a running lane with --leaders kept pages takes to answer /api/explain,"
            + " /api/neighbours and /api/ask, for 1, 4 and 16 clients at once, on one embedded broker.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class BenchHttpCommand implements Callable<Integer> {

  private static final int LEAST = 100;

  private final Console console;

  @Spec private CommandSpec spec;
  @Mixin private GrowthOptions growth;
  @Mixin private SettingsOptions settings;
  @Mixin private JsonOption json;

  @Option(
      names = "--asks",
      paramLabel = "N",
      defaultValue = "2000",
      description = "How often each request is made. Default: ${DEFAULT-VALUE}.")
  private int asks;

  public BenchHttpCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    if (asks < LEAST) {
      throw new ParameterException(
          spec.commandLine(), "--asks is " + asks + ", must be " + LEAST + " or more");
    }
    HttpResult result;
    try (BenchProgress progress = new BenchProgress(console);
        HttpBench bench = new HttpBench(growth.settings(), asks, settings.settings(), progress)) {
      result = new Interruption(bench::close).during(bench::run);
    }
    if (json.wanted()) {
      console.json(result.json());
    } else {
      print(result);
    }
    return ExitCode.OK;
  }

  private void print(HttpResult result) {
    console.line(
        format(
            "%,d pages of which %,d new, one lane; load average %.1f before",
            result.pages(), result.leaders(), result.limits().loadAverage()));
    console.line(
        format(
            "decided at %,.0f pages/s while verdicts were noted, all noted %.1f s later, %.0f bytes"
                + " a page",
            result.pagesPerSecond(), result.behindMillis() / 1e3, result.diskBytesPerPage()));
    console.line("");
    TextTable table = new TextTable().row("", "clients", "p50 ms", "p99 ms", "answers/s");
    for (HttpResult.Asked asked : result.asked()) {
      table.row(
          asked.question(),
          format("%d", asked.clients()),
          format("%.1f", asked.p50Millis()),
          format("%.1f", asked.p99Millis()),
          format("%,.0f", asked.perSecond()));
    }
    console.table(table);
  }

  private static String format(String form, Object... values) {
    return String.format(Locale.ROOT, form, values);
  }
}
