package dev.crawlsieve.files.sieve;

import dev.crawlsieve.core.config.BodyRefSettings;
import dev.crawlsieve.core.config.FingerprintSettings;
import dev.crawlsieve.core.config.IndexSettings;
import dev.crawlsieve.core.config.InputSettings;
import dev.crawlsieve.core.config.PageSettings;
import dev.crawlsieve.core.config.SettingsChanges;
import dev.crawlsieve.core.verdict.Verdict;
import dev.crawlsieve.sites.cluster.ClusterSettings;
import dev.crawlsieve.sites.passage.PassageSettings;
import java.util.Set;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a run without a broker.
 *
 * @param fingerprinting what a fingerprint contains
 * @param bodyRefs where bodies that events refer to may be read
 * @param inputs how pages are read
 * @param index layout and limits of a lane's index
 * @param clusters which copies may be kept in place of others
 * @param lanes number of lanes
 * @param basis the detector and settings that verdicts name as their basis
 * @param recorded names and values of all settings with which an index is made
 * @param known names of all existing settings
 * @param passages what makes a block a passage; null if passages are not learned
 * @param changed names and values of the settings that may change the output and are not at their
 *     defaults
 */
public record SieveSettings(
    FingerprintSettings fingerprinting,
    BodyRefSettings bodyRefs,
    InputSettings inputs,
    IndexSettings index,
    ClusterSettings clusters,
    int lanes,
    Verdict.Basis basis,
    SortedMap<String, String> recorded,
    Set<String> known,
    @Nullable PassageSettings passages,
    SortedMap<String, String> changed) {

  /** The same settings, with passages. */
  public SieveSettings withPassages(PassageSettings learned) {
    return new SieveSettings(
        fingerprinting,
        bodyRefs,
        inputs,
        index,
        clusters,
        lanes,
        basis,
        recorded,
        known,
        learned,
        changed);
  }

  /**
   * Checks that this version has the settings that another run recorded.
   *
   * @throws dev.crawlsieve.core.config.SettingsException if it lacks any; the message names each
   *     with its value
   */
  void ensureKnown(SortedMap<String, String> others) {
    SettingsChanges.ensureKnown(others, known);
  }

  /** How records are read as pages. */
  public PageSettings page() {
    return fingerprinting.page();
  }
}
