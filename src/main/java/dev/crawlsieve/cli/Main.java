package dev.crawlsieve.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;

/** The command line's entry point: the one place that exits. */
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
