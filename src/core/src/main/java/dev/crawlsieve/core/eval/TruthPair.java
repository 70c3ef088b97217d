package dev.crawlsieve.core.eval;

import java.util.Objects;

/**
 * Two pages and their human label.
 *
 * @param urlA one page's URL as produced
 * @param urlB the other's, a different one
 * @param label whether they are near-duplicates
 * @param kind how the pair came about, for counts by kind, or the empty string
 */
public record TruthPair(String urlA, String urlB, Label label, String kind) {

  public TruthPair {
    Objects.requireNonNull(urlA, "urlA");
    Objects.requireNonNull(urlB, "urlB");
    Objects.requireNonNull(label, "label");
    Objects.requireNonNull(kind, "kind");
  }

  /** The same pair and label, with this kind. */
  public TruthPair ofKind(String newKind) {
    return new TruthPair(urlA, urlB, label, newKind);
  }
}
