package dev.crawlsieve.lab.bench.command;

import dev.crawlsieve.lab.bench.GrowthSettings;
import picocli.CommandLine.Option;

/** Options for the pages with which an index grows. */
final class GrowthOptions {

  @Option(
      names = "--leaders",
      paramLabel = "N",
      defaultValue = "1000000",
      description = "Number of kept pages to grow the index to. Default: ${DEFAULT-VALUE}.")
  private long leaders;

  @Option(
      names = "--near-share",
      paramLabel = "SHARE",
      defaultValue = "0.3",
      description =
          "Share of pages that are near-copies of an earlier one, at most k bits and 8 of 84"
              + " min-hashes apart. Default: ${DEFAULT-VALUE}.")
  private double nearShare;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Random seed: the same seed makes the same pages.")
  private long seed;

  GrowthSettings settings() {
    return new GrowthSettings(leaders, nearShare, seed);
  }
}
