package dev.crawlsieve.core.eval;

import java.util.HashMap;
import java.util.Map;

/**
 * How distinctive each term is in a collection of texts: idf(t) = ln((1 + N) / (1 + df(t))) + 1,
 * where df(t) of the N texts contain the term (Spärck Jones 1972, smoothed so that no term has
 * weight 0).
 */
final class InverseFrequencies {

  private final Map<Long, Integer> textsWith = new HashMap<>();
  private final int texts;

  private InverseFrequencies(Iterable<TermVector> collection) {
    int count = 0;
    for (TermVector text : collection) {
      count++;
      for (long term : text.terms()) {
        textsWith.merge(term, 1, Integer::sum);
      }
    }
    texts = count;
  }

  /** The frequencies in a collection; the vectors are read once and not kept. */
  static InverseFrequencies of(Iterable<TermVector> collection) {
    return new InverseFrequencies(collection);
  }

  /** The idf of a term, at least 1; largest for a term that occurs in no text. */
  double idf(long term) {
    return Math.log((1.0 + texts) / (1 + textsWith.getOrDefault(term, 0))) + 1;
  }
}
