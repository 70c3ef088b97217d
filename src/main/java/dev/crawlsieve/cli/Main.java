package dev.crawlsieve.cli;

/** The command line's entry point: the one place that exits. */
public final class Main {

  private Main() {}

  public static void main(String[] args) {
    System.exit(2);
  }
}
