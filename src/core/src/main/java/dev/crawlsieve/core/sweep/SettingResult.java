package dev.crawlsieve.core.sweep;

import dev.crawlsieve.core.eval.Counts;
import java.util.List;
import java.util.Optional;

/**
 * The outcome for the log's pages under one setting.
 *
 * @param setting the setting
 * @param kept pages kept
 * @param exact pages dropped as exact copies
 * @param near pages dropped as near copies
 * @param revisit pages dropped as earlier versions of the same URL
 * @param overridden pages dropped by an override
 * @param diff compared with the verdicts in force; empty if there are none
 * @param examples some pages whose verdict changes, in each direction
 * @param truth agreement with labelled pairs, if they were given
 */
public record SettingResult(
    SweptSetting setting,
    long kept,
    long exact,
    long near,
    long revisit,
    long overridden,
    Optional<DecisionDiff> diff,
    List<ChangedPage> examples,
    Optional<Counts> truth) {

  public SettingResult {
    examples = List.copyOf(examples);
  }

  /** Pages dropped, of all kinds. */
  public long dropped() {
    return exact + near + revisit + overridden;
  }

  /** Pages decided. */
  public long pages() {
    return kept + dropped();
  }

  /** The share of pages dropped, 0 to 1; 0 if there are no pages. */
  public double droppedShare() {
    return pages() == 0 ? 0 : (double) dropped() / pages();
  }
}
