package dev.crawlsieve.tool.cli;

import dev.crawlsieve.tool.terminal.Console;
import dev.crawlsieve.tool.terminal.EscapingStream;
import dev.crawlsieve.tool.terminal.Interruption;
import dev.crawlsieve.tool.terminal.LogFormat;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IExecutionStrategy;

/** The entry point of the command line: the only place that exits. */
public final class Main {

  private Main() {}

  public static void main(String[] args) {
    LogFormat format = LogFormat.of(List.of(args));
    PrintStream err = System.err;
    System.setErr(new EscapingStream(err)); // used by loggers and for uncaught exceptions
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
    System.exit(execute(console, args));
  }

  /**
   * Runs the command. Without this hook, Ctrl-C in the first second, while the program is loaded,
   * would end it without a message.
   */
  private static int execute(Console console, String[] args) {
    Interruption loading =
        new Interruption(() -> console.error("stopped before it began: nothing is done"));
    loading.begin();
    CommandLine commands = CommandLines.of(console, args.length == 0 ? "" : args[0]);
    IExecutionStrategy command = commands.getExecutionStrategy();
    commands.setExecutionStrategy(
        parsed -> {
          if (!loading.end()) {
            System.exit(ExitCode.SOFTWARE); // waits for the end
          }
          return command.execute(parsed);
        });
    int exitCode = commands.execute(args);
    loading.end();
    return exitCode;
  }
}
