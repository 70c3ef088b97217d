package dev.crawlsieve.lab.bench.result;

import dev.crawlsieve.core.config.DetectorSettings;
import dev.crawlsieve.core.config.SettingsException;
import java.util.List;

/**
 * What is measured, and how much.
 *
 * @param kinds distinct kinds of page
 * @param detectors distinct detectors that alternate with the pass-through
 * @param mostPages maximum number of pages in a run; at least {@link #LEAST_PAGES}
 * @param rounds number of counted runs of each case, 1 or more
 * @param seconds how long a run of a detector and a paced phase should take, above 0
 * @param nearShare share of near-copies among the generated pages, in [0, 1)
 * @param seed determines all choices
 */
public record BenchSettings(
    List<Kind> kinds,
    List<DetectorSettings.Kind> detectors,
    int mostPages,
    int rounds,
    double seconds,
    double nearShare,
    long seed) {

  /** Results for fewer pages are meaningless. */
  public static final int LEAST_PAGES = 100;

  /** The form of the pages. */
  public enum Kind {
    HTML,
    /** The text that the extractor finds in the same pages. */
    TEXT
  }

  public BenchSettings {
    kinds = List.copyOf(kinds);
    detectors = List.copyOf(detectors);
    check(!kinds.isEmpty() && kinds.stream().distinct().count() == kinds.size(), "--kinds", kinds);
    check(
        !detectors.isEmpty() && detectors.stream().distinct().count() == detectors.size(),
        "--detectors",
        detectors);
    if (mostPages < LEAST_PAGES) {
      throw new SettingsException(
          "--pages is " + mostPages + ", must be " + LEAST_PAGES + " or more");
    }
    if (rounds < 1) {
      throw new SettingsException("--rounds is " + rounds + ", must be 1 or more");
    }
    if (!(seconds > 0)) {
      throw new SettingsException("--seconds is " + seconds + ", must be greater than 0");
    }
    if (!(nearShare >= 0 && nearShare < 1)) {
      throw new SettingsException("--near-share is " + nearShare + ", must be in [0, 1)");
    }
  }

  private static void check(boolean holds, String option, List<?> values) {
    if (!holds) {
      throw new SettingsException(option + " is " + values + ", must name each at most once");
    }
  }
}
