package dev.crawlsieve.core.eval;

import java.util.List;

/**
 * The pairs whose sketches agree on a number of super-shingles, by human label (Henzinger 2006,
 * table 2).
 *
 * @param agreeing number of super-shingles that agree, 0 to 6
 * @param duplicates number of near-duplicates
 * @param different number of different pages
 * @param undecided number of undecided pairs
 */
public record SuperShingleRow(int agreeing, int duplicates, int different, int undecided) {

  /** Shares of correct pairs of 1,910 that Henzinger reports for 2 to 6 agreeing. */
  private static final List<Double> REPORTED = List.of(0.24, 0.42, 0.55, 0.71, 0.85);

  /** This row plus one more pair. */
  SuperShingleRow with(Label label) {
    return switch (label) {
      case DUPLICATE -> new SuperShingleRow(agreeing, duplicates + 1, different, undecided);
      case DIFFERENT -> new SuperShingleRow(agreeing, duplicates, different + 1, undecided);
      case UNDECIDED -> new SuperShingleRow(agreeing, duplicates, different, undecided + 1);
    };
  }

  /** Number of all pairs. */
  public int pairs() {
    return duplicates + different + undecided;
  }

  /**
   * The share of near-duplicates among all pairs, undecided ones included; 0 if there are no pairs.
   */
  public double correct() {
    return pairs() == 0 ? 0 : (double) duplicates / pairs();
  }

  /** The share that Henzinger reports, or NaN for fewer than 2 agreeing. */
  public double reported() {
    return agreeing < 2 ? Double.NaN : REPORTED.get(agreeing - 2);
  }
}
