package dev.crawlsieve.measure.eval;

/**
 * How many pairs of a kind match: recall for a kind of near-duplicates, false alarms for a kind of
 * different pages.
 *
 * @param kind the kind
 * @param label the human label of its pairs
 * @param matched number of pairs that match
 * @param pairs number of all pairs
 */
public record KindCount(String kind, Label label, int matched, int pairs) {

  /** The share that matches, 0 to 1. */
  public double share() {
    return pairs == 0 ? 0 : (double) matched / pairs;
  }

  KindCount plus(KindCount other) {
    return new KindCount(kind, label, matched + other.matched, pairs + other.pairs);
  }
}
