package dev.crawlsieve.core.sweep;

import dev.crawlsieve.core.eval.Counts;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The outcome for the log's pages under one setting.
 *
 * @param setting the setting
 * @param kept pages kept
 * @param exact pages dropped as exact copies
 * @param near pages dropped as near copies
 * @param revisit pages dropped as earlier versions of the same URL
 * @param diff beside the verdicts in force; empty if there are none
 * @param examples of pages whose verdict changes, of each direction some
 * @param clusters how large the groups of copies are
 * @param truth agreement with labelled pairs, where they were given
 */
public record SettingResult(
    SweptSetting setting,
    long kept,
    long exact,
    long near,
    long revisit,
    Optional<DecisionDiff> diff,
    List<ChangedPage> examples,
    ClusterSizes clusters,
    Optional<Counts> truth) {

  public SettingResult {
    Objects.requireNonNull(setting, "setting");
    Objects.requireNonNull(clusters, "clusters");
    examples = List.copyOf(examples);
  }

  /** Pages dropped, of all kinds. */
  public long dropped() {
    return exact + near + revisit;
  }

  /** Pages decided. */
  public long pages() {
    return kept + dropped();
  }

  /** The share of pages that is dropped, 0 to 1; 0 of none. */
  public double droppedShare() {
    return pages() == 0 ? 0 : (double) dropped() / pages();
  }
}
