package dev.crawlsieve.tool.cli;

import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.work.Progress;
import dev.crawlsieve.measure.eval.report.DropSample;
import dev.crawlsieve.measure.judge.DropSampling;
import dev.crawlsieve.measure.replay.FileSource;
import dev.crawlsieve.measure.replay.ReplaySource;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for drawing dropped pages to judge. */
final class SampleOptions {

  /** Maximum number of pairs: all of them are on one HTML page, with their texts. */
  private static final int MOST = 1000;

  @Option(
      names = "--sample",
      paramLabel = "N",
      description =
          "Draw N of the pages that were dropped as near or exact copies, each beside the page that"
              + " was kept,"
              + " and write a page on which to judge them. It shows the precision that your labels"
              + " give, and saves them as a file for --truth.")
  private @Nullable Integer pairs;

  @Option(
      names = "--from",
      paramLabel = "DIR",
      description =
          "With --sample: draw from the files that 'crawlsieve sieve INPUT --out DIR' leaves in this"
              + " folder. Default: the topics.")
  private @Nullable Path from;

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      description = "With --sample: near or exact copies. Default: near.")
  private DropSampling.Kind kind;

  @Option(
      names = "--by-similarity",
      description =
          "With --sample: draw equally many from each band of similarity (below 0.7, 0.8,"
              + " 0.9, and above), to see rare ones, too; the page weights its figures for it.")
  private boolean bySimilarity;

  boolean wanted() {
    return pairs != null;
  }

  /**
   * Checks that no option of a sample is given without a sample.
   *
   * @throws SettingsException if one is given
   */
  void ensureNoneGiven() {
    if (from != null || kind != null || bySimilarity) {
      throw new SettingsException("--from, --kind and --by-similarity need --sample");
    }
  }

  /**
   * Draws the sample.
   *
   * @param given the user's settings
   * @throws SettingsException if fewer than 1 or too many pairs are requested
   */
  DropSample draw(Map<String, String> given, long seed, Consumer<Progress> progress) {
    int most = Objects.requireNonNull(pairs);
    if (most < 1 || most > MOST) {
      throw new SettingsException("--sample is " + most + ", must be 1 to " + MOST);
    }
    ReplaySource source = from == null ? ReplaySource.topics(given) : new FileSource(from, given);
    DropSampling.Kind drops = kind == null ? DropSampling.Kind.NEAR : kind;
    return new DropSampling(source, new DropSampling.Request(drops, most, seed, bySimilarity))
        .run(progress);
  }
}
