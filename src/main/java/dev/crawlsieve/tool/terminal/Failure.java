package dev.crawlsieve.tool.terminal;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.work.SieveException;
import dev.crawlsieve.stream.kafka.BrokerRefusal;
import picocli.CommandLine.ExitCode;

/** Reports a failure in one sentence. */
public final class Failure {

  private final Console console;
  private final boolean debug;

  /**
   * @param debug whether to print the stack trace, too
   */
  public Failure(Console console, boolean debug) {
    this.console = console;
    this.debug = debug;
  }

  public int exitCodeOf(Exception e) {
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
