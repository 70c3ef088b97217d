package dev.crawlsieve.cli;

import picocli.CommandLine.Option;

/** The option for machine-readable results. */
final class JsonOption {

  @Option(
      names = "--json",
      description = "Print one JSON object as the last line of standard output.")
  private boolean json;

  boolean wanted() {
    return json;
  }
}
