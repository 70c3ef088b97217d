package dev.crawlsieve.core.eval;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * How often a detector agrees with human labels.
 *
 * @param truePositives near-duplicates that match
 * @param falsePositives different pages that match
 * @param falseNegatives near-duplicates that do not match
 * @param trueNegatives different pages that do not match
 * @param undecidedMatched undecided pairs that match; not included in precision or recall
 * @param undecided all undecided pairs
 */
@JsonPropertyOrder({
  "precision",
  "recall",
  "f1",
  "truePositives",
  "falsePositives",
  "falseNegatives",
  "trueNegatives",
  "undecided",
  "undecidedMatched"
})
public record Counts(
    int truePositives,
    int falsePositives,
    int falseNegatives,
    int trueNegatives,
    int undecidedMatched,
    int undecided) {

  /** No pairs. */
  public static final Counts NONE = new Counts(0, 0, 0, 0, 0, 0);

  /** These counts plus one more pair. */
  public Counts with(Label label, boolean matches) {
    int hit = matches ? 1 : 0;
    return switch (label) {
      case DUPLICATE -> plus(new Counts(hit, 0, 1 - hit, 0, 0, 0));
      case DIFFERENT -> plus(new Counts(0, hit, 0, 1 - hit, 0, 0));
      case UNDECIDED -> plus(new Counts(0, 0, 0, 0, hit, 1));
    };
  }

  Counts plus(Counts other) {
    return new Counts(
        truePositives + other.truePositives,
        falsePositives + other.falsePositives,
        falseNegatives + other.falseNegatives,
        trueNegatives + other.trueNegatives,
        undecidedMatched + other.undecidedMatched,
        undecided + other.undecided);
  }

  /** The share of matches that are near-duplicates, 0 to 1; 0 if there is no match. */
  @JsonProperty
  public double precision() {
    return share(truePositives, truePositives + falsePositives);
  }

  /** The share of near-duplicates that match, 0 to 1; 0 if there is none. */
  @JsonProperty
  public double recall() {
    return share(truePositives, truePositives + falseNegatives);
  }

  /** The harmonic mean of precision and recall, 0 to 1 (van Rijsbergen 1979). */
  @JsonProperty
  public double f1() {
    return share(2 * truePositives, 2 * truePositives + falsePositives + falseNegatives);
  }

  /** All pairs, undecided ones included. */
  public int pairs() {
    return truePositives + falsePositives + falseNegatives + trueNegatives + undecided;
  }

  private static double share(int part, int all) {
    return all == 0 ? 0 : (double) part / all;
  }
}
