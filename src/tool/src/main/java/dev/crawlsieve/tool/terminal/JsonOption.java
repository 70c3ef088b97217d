package dev.crawlsieve.tool.terminal;

import picocli.CommandLine.Option;

/** The option for machine-readable results. */
public final class JsonOption {

  @Option(
      names = "--json",
      description = "Print one JSON object as the last line of standard output.")
  private boolean json;

  public boolean wanted() {
    return json;
  }
}
