package dev.crawlsieve.measure.eval;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * Counts how often a detector agrees with human labels.
 *
 * @param truePositives number of near-duplicates that match
 * @param falsePositives number of pairs of different pages that match
 * @param falseNegatives number of near-duplicates that do not match
 * @param trueNegatives number of pairs of different pages that do not match
 * @param undecidedMatched number of undecided pairs that match; they do not enter precision or
 *     recall
 * @param undecided number of all undecided pairs
 * @param right sum of the weights of near-duplicates that match
 * @param wrong sum of the weights of pairs of different pages that match
 * @param ofDrops whether the pairs were drawn from the drops of a crawl; recall is then unknown
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
    int undecided,
    @JsonIgnore double right,
    @JsonIgnore double wrong,
    @JsonIgnore boolean ofDrops) {

  /** The counts of no pairs. */
  public static final Counts NONE = new Counts(0, 0, 0, 0, 0, 0);

  /** The counts of pairs that were not drawn from drops. */
  public Counts(int truePos, int falsePos, int falseNeg, int trueNeg, int matched, int undecided) {
    this(truePos, falsePos, falseNeg, trueNeg, matched, undecided, truePos, falsePos, false);
  }

  /**
   * These counts plus those of one more pair.
   *
   * @param weight number of drops that the pair stands for; 0 if it was not drawn from drops
   */
  public Counts with(Label label, boolean matches, double weight) {
    int hit = matches ? 1 : 0;
    double counted = weight > 0 ? hit * weight : hit;
    boolean drop = weight > 0;
    return switch (label) {
      case DUPLICATE -> plus(new Counts(hit, 0, 1 - hit, 0, 0, 0, counted, 0, drop));
      case DIFFERENT -> plus(new Counts(0, hit, 0, 1 - hit, 0, 0, 0, counted, drop));
      case UNDECIDED -> plus(new Counts(0, 0, 0, 0, hit, 1, 0, 0, drop));
    };
  }

  Counts plus(Counts other) {
    return new Counts(
        truePositives + other.truePositives,
        falsePositives + other.falsePositives,
        falseNegatives + other.falseNegatives,
        trueNegatives + other.trueNegatives,
        undecidedMatched + other.undecidedMatched,
        undecided + other.undecided,
        right + other.right,
        wrong + other.wrong,
        ofDrops || other.ofDrops);
  }

  /**
   * The share of matches that are near-duplicates, by weight, in [0, 1]; 0 if there is no match.
   */
  @JsonProperty
  public double precision() {
    return share(right, right + wrong);
  }

  /**
   * The share of near-duplicates that match, in [0, 1]; 0 if there are no near-duplicates. NaN for
   * drops: they say nothing about copies that were missed.
   */
  @JsonProperty
  @JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = Unknown.class)
  public double recall() {
    return ofDrops ? Double.NaN : share(truePositives, truePositives + falseNegatives);
  }

  /** The harmonic mean of precision and recall, in [0, 1] (van Rijsbergen 1979); NaN for drops. */
  @JsonProperty
  @JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = Unknown.class)
  public double f1() {
    int all = 2 * truePositives + falsePositives + falseNegatives;
    return ofDrops ? Double.NaN : share(2 * truePositives, all);
  }

  /** Leaves NaN out of JSON, which has no such number. */
  static final class Unknown {

    @Override
    public boolean equals(Object value) {
      return value instanceof Double number && number.isNaN();
    }

    @Override
    public int hashCode() {
      return 0;
    }
  }

  /** Number of all pairs, including undecided ones. */
  public int pairs() {
    return truePositives + falsePositives + falseNegatives + trueNegatives + undecided;
  }

  private static double share(double part, double all) {
    return all == 0 ? 0 : part / all;
  }
}
