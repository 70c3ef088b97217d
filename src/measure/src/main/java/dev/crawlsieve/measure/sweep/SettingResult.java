package dev.crawlsieve.measure.sweep;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.crawlsieve.measure.eval.Counts;
import java.util.List;
import java.util.Optional;

/**
 * The outcome for the pages of a log under one setting.
 *
 * @param setting the setting
 * @param kept number of pages kept
 * @param exact number of pages dropped as exact copies
 * @param near number of pages dropped as near copies
 * @param revisit number of pages dropped because an earlier version of the same URL has their
 *     content
 * @param overridden number of pages dropped by an override
 * @param diff the comparison with the verdicts in force; empty if there are none
 * @param examples some pages whose verdict changes, of each kind of change
 * @param truth agreement with labelled pairs, if these were given
 */
@JsonPropertyOrder({"setting", "pages", "kept", "dropped", "droppedShare"})
public record SettingResult(
    @JsonUnwrapped SweptSetting setting,
    long kept,
    long exact,
    long near,
    long revisit,
    @JsonProperty("override") @JsonInclude(JsonInclude.Include.NON_DEFAULT) long overridden,
    Optional<DecisionDiff> diff,
    List<ChangedPage> examples,
    Optional<Counts> truth) {

  public SettingResult {
    examples = List.copyOf(examples);
  }

  /** Number of pages dropped for any reason. */
  @JsonProperty
  public long dropped() {
    return exact + near + revisit + overridden;
  }

  /** Number of pages decided on. */
  @JsonProperty
  public long pages() {
    return kept + dropped();
  }

  /** The share of pages dropped, in [0, 1]; 0 if there are no pages. */
  @JsonProperty
  public double droppedShare() {
    return pages() == 0 ? 0 : (double) dropped() / pages();
  }
}
