package dev.crawlsieve.measure.eval;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Two pages and their human label. The order of the two is that in which they are judged, the first
 * as the kept one.
 *
 * @param urlA one page's URL as produced
 * @param urlB the other page's URL, which is different
 * @param label whether they are near-duplicates
 * @param weight number of drops that the pair stands for if it was drawn from the drops of a crawl;
 *     otherwise 0
 */
public record TruthPair(String urlA, String urlB, Label label, double weight) {

  /** Both URLs, as a set, since a pair is symmetric. */
  public Set<String> urls() {
    return Set.of(urlA, urlB);
  }

  /**
   * The pairs, each with the page first that comes first.
   *
   * @param places the places of all pages, by URL
   */
  public static List<TruthPair> inOrder(List<TruthPair> pairs, Map<String, Long> places) {
    return pairs.stream().map(pair -> pair.inOrder(places)).toList();
  }

  private TruthPair inOrder(Map<String, Long> places) {
    long a = Objects.requireNonNull(places.get(urlA), urlA);
    long b = Objects.requireNonNull(places.get(urlB), urlB);
    return a <= b ? this : new TruthPair(urlB, urlA, label, weight);
  }
}
