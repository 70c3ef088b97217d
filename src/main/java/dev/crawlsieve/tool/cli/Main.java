package dev.crawlsieve.tool.cli;

import dev.crawlsieve.tool.terminal.Console;
import dev.crawlsieve.tool.terminal.Lifeline;
import java.io.FileDescriptor;
import java.io.FileOutputStream;

/** The entry point of the command line: the only place that exits. */
public final class Main {

  private Main() {}

  public static void main(String[] args) {
    Lifeline.holdIfWanted();
    Console console =
        new Console(
            new FileOutputStream(FileDescriptor.out),
            System.err,
            Boolean.getBoolean("crawlsieve.terminal"));
    System.exit(CommandLines.of(console).execute(args));
  }
}
