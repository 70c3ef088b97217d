package dev.crawlsieve.measure.sweep;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * The decisions under a setting compared with the verdicts in force, as numbers of pages.
 *
 * @param bothKept pages that both keep
 * @param sameOriginal pages that both drop, as copies of the same page
 * @param otherOriginal pages that both drop, as copies of different pages
 * @param nowDropped pages that the verdicts in force keep and the setting drops
 * @param nowKept pages that the verdicts in force drop and the setting keeps
 */
@JsonPropertyOrder({"compared", "flips"})
public record DecisionDiff(
    long bothKept, long sameOriginal, long otherOriginal, long nowDropped, long nowKept) {

  /** Number of pages that have a verdict in force. */
  @JsonProperty
  public long compared() {
    return bothKept + sameOriginal + otherOriginal + flips();
  }

  /** Number of pages whose decision changes. */
  @JsonProperty
  public long flips() {
    return nowDropped + nowKept;
  }
}
