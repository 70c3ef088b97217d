package dev.crawlsieve.tool.cli;

import dev.crawlsieve.core.config.NameThresholds;
import dev.crawlsieve.core.config.Overrides;
import dev.crawlsieve.core.override.OverridesFile;
import dev.crawlsieve.core.sweep.SettingsGrid;
import dev.crawlsieve.stream.config.SieveConfig;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import picocli.CommandLine.Option;

/** Options for the settings to try and what to report about them. */
final class SweepOptions {

  @Option(
      names = "--detector",
      paramLabel = "NAMES",
      description =
          "Detectors to try: simhash, sketch, supershingle, combined (separated by commas), or all."
              + " Default: those that use the thresholds given; if nothing is given, all of them"
              + " over the usual range.")
  private String detectors;

  @Option(
      names = "--simhash-max-distance",
      paramLabel = "VALUES",
      description = "Values of simhash.max.distance: 3, or 1,3,5, or 0..7.")
  private String maxDistance;

  @Option(
      names = "--min-similarity",
      paramLabel = "VALUES",
      description = "Values of sketch.min.similarity: 0.65, or 0.6,0.7, or 0.5..0.95:0.05.")
  private String minSimilarity;

  @Option(names = "--recall", paramLabel = "VALUES", description = "Values of sketch.recall.")
  private String recall;

  @Option(
      names = "--min-agreeing",
      paramLabel = "VALUES",
      description = "Values of supershingle.min.agreeing: 1..6.")
  private String minAgreeing;

  @Option(
      names = "--confirming-similarity",
      paramLabel = "VALUES",
      description = "Values of combined.min.similarity.")
  private String confirming;

  @Option(
      names = "--names",
      paramLabel = "VALUES",
      description = "Values of near.names: compare, ignore, or compare,ignore.")
  private String names;

  @Option(
      names = "--alike-similarity",
      paramLabel = "VALUES",
      description = "Values of near.alike.min.similarity.")
  private String alike;

  @Option(
      names = "--other-containment",
      paramLabel = "VALUES",
      description = "Values of near.other.min.containment.")
  private String containment;

  @Option(
      names = "--overrides",
      paramLabel = "FILE",
      description =
          "Decide under these overrides in place of those in force; none for none. All settings"
              + " tried have the same.")
  private String overrides;

  @Option(
      names = "--truth",
      paramLabel = "FILE",
      description =
          "Labelled pairs, lines url_a TAB url_b TAB 1, 0 or ?: report precision and recall for"
              + " each setting. Pairs whose pages are not in the log are skipped.")
  private Path truth;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description =
          "Also write an HTML page with curves and changed pages side by side; it works offline.")
  private Path report;

  /** The settings to try. */
  SettingsGrid grid() {
    Map<String, String> tried = new HashMap<>();
    tried.put("detector", detectors);
    tried.put("simhash.max.distance", maxDistance);
    tried.put("sketch.min.similarity", minSimilarity);
    tried.put("sketch.recall", recall);
    tried.put("supershingle.min.agreeing", minAgreeing);
    tried.put("combined.min.similarity", confirming);
    tried.put(NameThresholds.NAMES, names);
    tried.put(NameThresholds.ALIKE, alike);
    tried.put(NameThresholds.OTHER, containment);
    tried.values().removeIf(Objects::isNull);
    return SettingsGrid.of(tried);
  }

  /**
   * The overrides to try.
   *
   * @param inForce the settings in force
   */
  Overrides overrides(SieveConfig inForce) {
    if (overrides == null) {
      return inForce.rule().overrides();
    }
    return overrides.equals("none")
        ? Overrides.NONE
        : OverridesFile.read(Path.of(overrides), inForce.page(), inForce.detector());
  }

  /** The labels file, or null. */
  Path truth() {
    return truth;
  }

  /** The HTML page to write, or null. */
  Path report() {
    return report;
  }

  /** Whether any of the options is given. */
  boolean given() {
    return !grid().isEmpty() || overrides != null || truth != null || report != null;
  }
}
