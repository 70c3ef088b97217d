package dev.crawlsieve.lab.detectors;

import java.util.Arrays;
import java.util.function.LongToDoubleFunction;

/** A text as a sparse vector with a weight for each of its terms (Salton, Wong, Yang 1975). */
final class TermVector {

  private final long[] terms;
  private final double[] weights;

  TermVector(long[] terms, double[] weights) {
    this.terms = terms;
    this.weights = weights;
  }

  /** The term frequencies: number of occurrences of each term in the text. */
  static TermVector frequencies(long[] termsInText) {
    long[] sorted = termsInText.clone();
    Arrays.sort(sorted);
    long[] terms = Arrays.stream(sorted).distinct().toArray();
    double[] weights = new double[terms.length];
    for (int i = 0, term = 0; i < sorted.length; i++) {
      term += sorted[i] == terms[term] ? 0 : 1;
      weights[term]++;
    }
    return new TermVector(terms, weights);
  }

  /** The vector with every weight multiplied by its term's factor. */
  TermVector times(LongToDoubleFunction factor) {
    double[] products = new double[weights.length];
    Arrays.setAll(products, i -> weights[i] * factor.applyAsDouble(terms[i]));
    return new TermVector(terms, products);
  }

  /** The distinct terms, ascending. */
  long[] terms() {
    return terms.clone();
  }

  /**
   * The cosine of the angle between the vectors: 0 to 1 for weights of at least 0; 0 for a zero
   * vector.
   */
  double cosine(TermVector other) {
    double norms = Math.sqrt(squares() * other.squares());
    return norms == 0 ? 0 : Math.min(1, dot(other) / norms);
  }

  private double dot(TermVector other) {
    double dot = 0;
    for (int i = 0, j = 0; i < terms.length && j < other.terms.length; ) {
      int order = Long.compare(terms[i], other.terms[j]);
      dot += order == 0 ? weights[i] * other.weights[j] : 0;
      i += order <= 0 ? 1 : 0;
      j += order >= 0 ? 1 : 0;
    }
    return dot;
  }

  private double squares() {
    double squares = 0;
    for (double weight : weights) {
      squares += weight * weight;
    }
    return squares;
  }
}
