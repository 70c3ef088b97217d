package dev.crawlsieve.tool.cli;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.stream.kafka.reading.RecordJson;
import dev.crawlsieve.tool.terminal.Console;
import dev.crawlsieve.tool.terminal.Version;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** A command that writes to the console. */
@Command(mixinStandardHelpOptions = true, versionProvider = Version.class)
abstract class ConsoleCommand implements Callable<Integer> {

  /** Set before anything else is called. */
  @SuppressWarnings("NullAway.Init")
  Console console;

  /** Writes a result as one JSON object. */
  final void result(Object result) {
    console.json(RecordJson.JSON.valueToTree(result));
  }

  /** Writes a line of a result. */
  final void line(String format, @Nullable Object... values) {
    console.line(text(format, values));
  }

  /** Writes a line to standard error. */
  final void note(String format, @Nullable Object... values) {
    console.note(text(format, values));
  }

  /**
   * Checks a number that counts something.
   *
   * @throws SettingsException if it is negative
   */
  static void ensureNotNegative(String option, long number) {
    if (number < 0) {
      throw new SettingsException(option + " is " + number + ", must be 0 or more");
    }
  }

  static String text(String format, @Nullable Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
