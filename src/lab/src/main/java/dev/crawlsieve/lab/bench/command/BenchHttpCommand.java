package dev.crawlsieve.lab.bench.command;

import dev.crawlsieve.core.report.TextTable;
import dev.crawlsieve.lab.bench.HttpBench;
import dev.crawlsieve.lab.bench.result.HttpResult;
import dev.crawlsieve.tool.terminal.Console;
import dev.crawlsieve.tool.terminal.Interruption;
import dev.crawlsieve.tool.terminal.JsonOption;
import dev.crawlsieve.tool.terminal.SettingsOptions;
import dev.crawlsieve.tool.terminal.Version;
import java.util.ArrayList;
import java.util.List;
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
        "Measure how long a running lane with --leaders kept pages takes to answer /api/explain"
            + " and /api/ask, for so many clients at once, while it decides at"
            + " half of its full speed, and what that costs it, on one embedded broker.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class)
public final class BenchHttpCommand implements Callable<Integer> {

  private final Console console;

  @Spec private CommandSpec spec;
  @Mixin private GrowthOptions growth;
  @Mixin private SettingsOptions settings;
  @Mixin private JsonOption json;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "8",
      description =
          "How long each question is asked, and how long none before it. Default: ${DEFAULT-VALUE}.")
  private double seconds;

  @Option(
      names = "--clients",
      paramLabel = "N[,N...]",
      split = ",",
      defaultValue = "1,4,16",
      description =
          "Numbers of clients that ask at once, one after the other. Default: ${DEFAULT-VALUE}.")
  private List<Integer> clients;

  public BenchHttpCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    if (!(seconds > 0)) {
      throw new ParameterException(
          spec.commandLine(), "--seconds is " + seconds + ", must be greater than 0");
    }
    for (int count : clients) {
      if (count < 1) {
        throw new ParameterException(
            spec.commandLine(), "--clients has " + count + ", must be 1 or more");
      }
    }
    HttpResult result;
    try (BenchProgress progress = new BenchProgress(console);
        HttpBench bench =
            new HttpBench(growth.settings(), seconds, clients, settings.settings(), progress)) {
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
    HttpResult.LanePeriod full = result.fullSpeed();
    console.line(
        format(
            "then decided at %,.0f pages/s as they came; with half of that:",
            full.pagesPerSecond()));
    print(result.asked());
  }

  private void print(List<HttpResult.Asked> questions) {
    console.line("");
    TextTable table =
        new TextTable()
            .row(
                "",
                "clients",
                "p50 ms",
                "p99 ms",
                "answers/s",
                "lane",
                "pages/s",
                "p50 ms",
                "p99 ms",
                "µs CPU a page");
    for (HttpResult.Asked asked : questions) {
      row(table, List.of("", "", "", "", ""), "quiet", asked.quiet());
      row(
          table,
          List.of(
              asked.question(),
              format("%d", asked.clients()),
              format("%.1f", asked.p50Millis()),
              format("%.1f", asked.p99Millis()),
              format("%,.0f", asked.perSecond())),
          "asked",
          asked.busy());
    }
    console.table(table);
  }

  private static void row(
      TextTable table, List<String> answers, String name, HttpResult.LanePeriod lane) {
    List<String> row = new ArrayList<>(answers);
    row.add(name);
    row.add(format("%,.0f", lane.pagesPerSecond()));
    row.add(format("%,d", lane.p50Millis()));
    row.add(format("%,d", lane.p99Millis()));
    row.add(format("%.1f", lane.cpuMicros()));
    table.row(row.toArray(String[]::new));
  }

  private static String format(String form, Object... values) {
    return String.format(Locale.ROOT, form, values);
  }
}
