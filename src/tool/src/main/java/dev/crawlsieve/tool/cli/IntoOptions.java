package dev.crawlsieve.tool.cli;

import picocli.CommandLine.Option;

/** Options for a new generation alongside the live one. */
final class IntoOptions {

  @Option(
      names = "--into",
      paramLabel = "PREFIX",
      description =
          "Decide all pages again into topics with this prefix, beside the live ones, which stay"
              + " untouched. Settings not given are taken from the live generation's record. If"
              + " stopped, the same command continues where it left off.")
  private String prefix;

  @Option(names = "--follow", description = "With --into: keep processing new pages until stopped.")
  private boolean follow;

  /** The new generation's prefix, or null if none is wanted. */
  String prefix() {
    return prefix;
  }

  /** Whether to keep running after it has caught up. */
  boolean follow() {
    return follow;
  }
}
