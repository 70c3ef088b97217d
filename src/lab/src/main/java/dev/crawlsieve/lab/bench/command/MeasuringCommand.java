package dev.crawlsieve.lab.bench.command;

import dev.crawlsieve.lab.bench.Bench;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import dev.crawlsieve.tool.terminal.Console;
import dev.crawlsieve.tool.terminal.Interruption;
import dev.crawlsieve.tool.terminal.JsonOption;
import dev.crawlsieve.tool.terminal.SettingsOptions;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;

/**
 * Runs one benchmark with the user's settings, and prints what it finds as JSON or as text.
 *
 * @param <R> what it finds
 */
abstract class MeasuringCommand<R> implements Callable<Integer> {

  final Console console;

  @Mixin private SettingsOptions settings;
  @Mixin private JsonOption json;

  MeasuringCommand(Console console) {
    this.console = console;
  }

  /** Prepares the benchmark. */
  abstract Bench<R> bench(Map<String, String> settings, Consumer<String> progress);

  /** Prints the result as text. */
  abstract void print(R result);

  @Override
  public final Integer call() throws Exception {
    R result;
    try (BenchProgress progress = new BenchProgress(console);
        Bench<R> bench = bench(settings.settings(), progress)) {
      result = new Interruption(bench::close).during(bench::run);
    }
    if (json.wanted()) {
      console.json(RecordJson.JSON.valueToTree(result));
    } else {
      print(result);
    }
    return ExitCode.OK;
  }

  static String format(String form, Object... values) {
    return String.format(Locale.ROOT, form, values);
  }
}
