package dev.crawlsieve.measure.sweep;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.crawlsieve.measure.eval.Counts;
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

  /** Pages dropped, of all kinds. */
  @JsonProperty
  public long dropped() {
    return exact + near + revisit + overridden;
  }

  /** Pages decided. */
  @JsonProperty
  public long pages() {
    return kept + dropped();
  }

  /** The share of pages dropped, 0 to 1; 0 if there are no pages. */
  @JsonProperty
  public double droppedShare() {
    return pages() == 0 ? 0 : (double) dropped() / pages();
  }
}
