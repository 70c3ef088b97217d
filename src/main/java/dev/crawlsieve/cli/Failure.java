package dev.crawlsieve.cli;

import dev.crawlsieve.app.BrokerRefusal;
import dev.crawlsieve.app.SieveException;
import dev.crawlsieve.config.SettingsException;
import picocli.CommandLine.ExitCode;

/** Reports in one sentence what went wrong. */
final class Failure {

  private final Console console;
  private final boolean debug;

  /**
   * @param debug whether the stack trace is shown, too
   */
  Failure(Console console, boolean debug) {
    this.console = console;
    this.debug = debug;
  }

  int exitCodeOf(Exception e) {
    if (debug) {
      e.printStackTrace(console.err());
    }
    if (e instanceof OutputClosedException) {
      return console.exitIfClosed();
    }
    if (e instanceof InterruptedException) {
      return ExitCode.SOFTWARE;
    }
    console.flushIfRead();
    console.fleeting("");
    if (e instanceof SettingsException) {
      console.note("crawlsieve: " + e.getMessage());
      return ExitCode.USAGE;
    }
    if (e instanceof SieveException) {
      console.note("crawlsieve: " + e.getMessage());
    } else {
      String refusal = BrokerRefusal.sentence(e);
      console.note(
          "crawlsieve: "
              + (refusal == null ? "unexpected: " + e + " (--debug shows where)" : refusal));
    }
    return ExitCode.SOFTWARE;
  }
}
