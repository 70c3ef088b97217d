package dev.crawlsieve.tool.cli;

import dev.crawlsieve.tool.terminal.Console;
import dev.crawlsieve.tool.terminal.EscapingStream;
import dev.crawlsieve.tool.terminal.LogFormat;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.util.List;

/** The entry point of the command line: the only place that exits. */
public final class Main {

  private Main() {}

  public static void main(String[] args) {
    LogFormat format = LogFormat.of(List.of(args));
    PrintStream err = System.err;
    System.setErr(new EscapingStream(err)); // for loggers and uncaught exceptions
    Console console =
        new Console(
            new FileOutputStream(FileDescriptor.out),
            err,
            Boolean.getBoolean("crawlsieve.terminal"),
            format);
    if (format == LogFormat.JSON) {
      Thread.setDefaultUncaughtExceptionHandler(
          (thread, e) -> console.error("thread " + thread.getName() + " ended: " + e, e, true));
    }
    System.exit(CommandLines.of(console).execute(args));
  }
}
