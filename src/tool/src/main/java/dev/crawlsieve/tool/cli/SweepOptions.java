package dev.crawlsieve.tool.cli;

import dev.crawlsieve.core.config.Overrides;
import dev.crawlsieve.core.config.SettingsException;
import dev.crawlsieve.core.override.OverridesFile;
import dev.crawlsieve.measure.sweep.SettingsGrid;
import dev.crawlsieve.stream.config.SieveConfig;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the settings to try and what to report about them. */
final class SweepOptions {

  private static final String OVERRIDES = "overrides.file=";

  @Option(
      names = "--try",
      paramLabel = "NAME=VALUES",
      description =
          "Values of a threshold to try, the others being in force; may be repeated. NAME is one of"
              + " ${bundle:thresholds}; or overrides.file (one file, or none, for all that is"
              + " tried). Values are 3, or 0.6,0.7, or 0..7, or 0.5..0.95:0.05. Default: the usual"
              + " values of the detector in force, and names ignored.")
  private List<String> tried = List.of();

  @Option(
      names = "--truth",
      paramLabel = "FILE",
      description =
          "Labelled pairs, lines url_a TAB url_b TAB 1, 0 or ?: report precision and recall for"
              + " each setting. Pairs whose pages are not in the log are skipped. In either order:"
              + " the page that comes first in the log is judged as the kept one, and the pair by"
              + " these two pages alone, without what their site shows.")
  private @Nullable Path truth;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description =
          "Also write an HTML page with curves and changed pages side by side; it works offline.")
  private @Nullable Path report;

  /**
   * The settings to try.
   *
   * @throws SettingsException if a name is not that of a setting to try, or is given twice
   */
  SettingsGrid grid() {
    List<String> settings = tried.stream().filter(one -> !one.startsWith(OVERRIDES)).toList();
    if (settings.isEmpty() && overridesFile() != null) {
      return SettingsGrid.IN_FORCE;
    }
    Map<String, String> values = new HashMap<>();
    for (String one : settings) {
      String[] setting = one.split("=", 2);
      if (setting.length < 2) {
        throw new SettingsException("--try " + one + " has no value: must be NAME=VALUES");
      }
      if (values.put(setting[0], setting[1]) != null) {
        throw new SettingsException(
            "--try " + setting[0] + " is given twice: give all of its values at once");
      }
    }
    return SettingsGrid.of(values);
  }

  /**
   * The overrides to try; null for those in force.
   *
   * @param inForce the settings in force
   */
  @Nullable Overrides overrides(SieveConfig inForce) {
    String file = overridesFile();
    if (file == null) {
      return null;
    }
    return file.equals("none")
        ? Overrides.NONE
        : OverridesFile.read(Path.of(file), inForce.page(), inForce.detector());
  }

  /** The file of overrides to try; "none" for no overrides, null for those in force. */
  @Nullable String overridesFile() {
    List<String> files =
        tried.stream()
            .filter(one -> one.startsWith(OVERRIDES))
            .map(one -> one.substring(OVERRIDES.length()))
            .toList();
    if (files.size() > 1) {
      throw new SettingsException("--try overrides.file is given twice: it takes one file");
    }
    return files.isEmpty() ? null : files.get(0);
  }

  /** The file of labels; null if none is given. */
  @Nullable Path truth() {
    return truth;
  }

  /** The HTML page to write; null if none is requested. */
  @Nullable Path report() {
    return report;
  }

  /** Whether any of the options is given. */
  boolean given() {
    return !tried.isEmpty() || truth != null || report != null;
  }
}
