package dev.crawlsieve.tool.terminal;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.failure.Causes;
import dev.crawlsieve.core.failure.FullDisk;
import dev.crawlsieve.core.failure.MachineFaults;
import dev.crawlsieve.core.failure.SieveException;
import dev.crawlsieve.core.index.IndexException;
import dev.crawlsieve.files.input.FileNames;
import dev.crawlsieve.stream.kafka.errors.BrokerRefusal;
import java.nio.file.InvalidPathException;
import picocli.CommandLine.ExitCode;

/** Reports a failure in one sentence. */
public final class Failure {

  private final Console console;
  private final boolean debug;

  /**
   * @param debug whether to print the stack trace, in addition
   */
  public Failure(Console console, boolean debug) {
    this.console = console;
    this.debug = debug;
  }

  public int exitCodeOf(Throwable e) {
    if (e instanceof OutputClosedException || e instanceof InterruptedException) {
      if (debug) {
        tell(e.toString(), e);
      }
      return e instanceof OutputClosedException ? console.exitIfClosed() : ExitCode.SOFTWARE;
    }
    console.flushIfRead();
    console.fleeting("");
    boolean refused = Causes.any(e, SettingsException.class);
    String full = FullDisk.sentence(e);
    String surroundings = MachineFaults.sentence(e);
    if (full != null) {
      tell(full, e);
    } else if (surroundings != null) {
      tell(surroundings, e);
    } else if (e instanceof InvalidPathException name) {
      tell(FileNames.sentence(name), e);
    } else if (e instanceof SettingsException
        || e instanceof SieveException
        || e instanceof IndexException) {
      tell(String.valueOf(e.getMessage()), e);
    } else {
      String refusal = BrokerRefusal.sentence(e);
      if (refusal == null) {
        console.error("unexpected: " + e + " (--debug shows where)", e, debug);
      } else {
        tell(refusal, e);
      }
    }
    return refused ? ExitCode.USAGE : ExitCode.SOFTWARE;
  }

  private void tell(String sentence, Throwable e) {
    console.error(withoutTypes(sentence), debug ? e : null, debug);
  }

  /** A sentence without the names of Java's exceptions, which messages of causes may contain. */
  private static String withoutTypes(String sentence) {
    return sentence
        .replaceAll("java\\.nio\\.file\\.NoSuchFileException: ([^;]*)", "$1 does not exist")
        .replaceAll("java\\.nio\\.file\\.AccessDeniedException: ([^;]*)", "permission denied: $1")
        .replaceAll("java\\.nio\\.charset\\.\\w+Exception: Input length = \\d+", "it is not UTF-8")
        .replaceAll("java\\.(\\w+\\.)+\\w+Exception: ", "");
  }
}
