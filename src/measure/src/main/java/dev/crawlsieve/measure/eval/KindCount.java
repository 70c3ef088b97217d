package dev.crawlsieve.measure.eval;

/**
 * How many pairs of a kind match. For a kind of near-duplicates, this is recall; for a kind of
 * different pages, false alarms.
 *
 * @param kind name of the kind
 * @param label the human label of its pairs
 * @param matched number of pairs that match
 * @param pairs number of all pairs
 */
public record KindCount(String kind, Label label, int matched, int pairs) {

  /** The share of pairs that match, in [0, 1]. */
  public double share() {
    return pairs == 0 ? 0 : (double) matched / pairs;
  }

  KindCount plus(KindCount other) {
    return new KindCount(kind, label, matched + other.matched, pairs + other.pairs);
  }
}
