package dev.crawlsieve.measure.eval;

import dev.crawlsieve.core.index.Keys;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Labelled pairs that are split into two halves: thresholds are chosen on one and reported on the
 * other.
 *
 * <p>Pages that are connected by pairs, directly or through other pages, are in the same half. So
 * no page in the reported half was seen when choosing. The split is a function of the URLs and the
 * seed.
 *
 * @param choosing the half for choosing thresholds
 * @param reporting the half held out
 */
public record TruthHalves(List<TruthPair> choosing, List<TruthPair> reporting) {

  /** Splits pairs into two halves with about the same number of connected groups of pages. */
  public static TruthHalves of(List<TruthPair> truth, long seed) {
    Map<String, String> leastConnected = leastConnected(truth);
    Map<Boolean, List<TruthPair>> halves =
        truth.stream()
            .collect(
                Collectors.partitioningBy(
                    p -> hash(seed + " " + leastConnected.get(p.urlA())) < 0));
    return new TruthHalves(
        halves.getOrDefault(true, List.of()), halves.getOrDefault(false, List.of()));
  }

  private static long hash(String string) {
    long state = 0x9ae16a3b2f90404fL;
    for (int i = 0; i < string.length(); i++) {
      state = (Long.rotateLeft(state, 27) ^ string.charAt(i)) * 0x9e3779b97f4a7c15L;
    }
    return Keys.mix(state);
  }

  /** For each page, the first in string order of all pages that are connected with it. */
  private static Map<String, String> leastConnected(List<TruthPair> truth) {
    Map<String, String> parent = new HashMap<>();
    for (TruthPair pair : truth) {
      String a = root(parent, pair.urlA());
      String b = root(parent, pair.urlB());
      if (a.compareTo(b) < 0) {
        parent.put(b, a);
      } else {
        parent.put(a, b);
      }
    }
    Map<String, String> least = new HashMap<>();
    for (String url : List.copyOf(parent.keySet())) {
      least.put(url, root(parent, url));
    }
    return least;
  }

  private static String root(Map<String, String> parent, String url) {
    String at = url;
    String above = parent.computeIfAbsent(at, u -> u);
    while (!above.equals(at)) {
      parent.put(at, parent.get(above)); // path halving
      at = above;
      above = parent.getOrDefault(at, at);
    }
    return at;
  }
}
