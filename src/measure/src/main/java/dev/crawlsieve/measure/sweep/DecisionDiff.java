package dev.crawlsieve.measure.sweep;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * Decisions under a setting compared with the verdicts in force, in pages.
 *
 * @param bothKept kept by both
 * @param sameOriginal dropped by both, as copies of the same page
 * @param otherOriginal dropped by both, as copies of different pages
 * @param nowDropped kept in force, dropped under the setting
 * @param nowKept dropped in force, kept under the setting
 */
@JsonPropertyOrder({"compared", "flips"})
public record DecisionDiff(
    long bothKept, long sameOriginal, long otherOriginal, long nowDropped, long nowKept) {

  /** Pages that have a verdict in force. */
  @JsonProperty
  public long compared() {
    return bothKept + sameOriginal + otherOriginal + flips();
  }

  /** Pages whose decision changes. */
  @JsonProperty
  public long flips() {
    return nowDropped + nowKept;
  }
}
