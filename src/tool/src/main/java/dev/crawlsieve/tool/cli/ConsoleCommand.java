package dev.crawlsieve.tool.cli;

import dev.crawlsieve.stream.kafka.RecordJson;
import dev.crawlsieve.tool.terminal.Console;
import dev.crawlsieve.tool.terminal.Version;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** A command that writes to the console. */
@Command(mixinStandardHelpOptions = true, versionProvider = Version.class)
abstract class ConsoleCommand implements Callable<Integer> {

  /** Set before anything else is called. */
  Console console;

  /** Writes a result as one JSON object. */
  final void result(Object result) {
    console.json(RecordJson.JSON.valueToTree(result));
  }

  /** Writes a line of a result. */
  final void line(String format, Object... values) {
    console.line(text(format, values));
  }

  /** Writes a line to standard error. */
  final void note(String format, Object... values) {
    console.note(text(format, values));
  }

  static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
