package dev.crawlsieve.lab.detectors;

import java.util.Collection;
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

  /** The frequencies in a collection; the vectors are read once and not kept. */
  InverseFrequencies(Collection<TermVector> collection) {
    texts = collection.size();
    for (TermVector text : collection) {
      for (long term : text.terms()) {
        textsWith.merge(term, 1, Integer::sum);
      }
    }
  }

  /** The idf of a term, at least 1; largest for a term that occurs in no text. */
  double idf(long term) {
    return Math.log((1.0 + texts) / (1 + textsWith.getOrDefault(term, 0))) + 1;
  }
}
