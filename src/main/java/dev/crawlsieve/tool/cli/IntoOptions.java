package dev.crawlsieve.tool.cli;

import picocli.CommandLine.Option;

/** Options for a new generation beside the live one. */
final class IntoOptions {

  @Option(
      names = "--into",
      paramLabel = "PREFIX",
      description =
          "Decide all pages anew into topics with this prefix, beside the live ones, which stay as"
              + " they are. Settings that are not given are as the live generation recorded them."
              + " The same command again goes on where it stopped.")
  private String prefix;

  @Option(names = "--follow", description = "With --into: go on with what comes, until stopped.")
  private boolean follow;

  /** The new generation's prefix, or null if none is wanted. */
  String prefix() {
    return prefix;
  }

  /** Whether it goes on after it has caught up. */
  boolean follow() {
    return follow;
  }
}
