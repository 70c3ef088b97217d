package dev.crawlsieve.core.eval;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Labelled pairs of pages.
 *
 * @param pairs distinct pairs, in the order of first mention
 */
public record TruthPairs(List<TruthPair> pairs) {

  public TruthPairs {
    pairs = List.copyOf(pairs);
  }

  /**
   * These pairs with the kinds from another file; labels are kept, and a pair that is not in the
   * other file keeps its kind.
   */
  public TruthPairs withKinds(TruthPairs kinds) {
    Map<Set<String>, String> kindOf = new HashMap<>();
    for (TruthPair pair : kinds.pairs) {
      kindOf.put(Set.of(pair.urlA(), pair.urlB()), pair.kind());
    }
    return new TruthPairs(
        pairs.stream()
            .map(p -> p.ofKind(kindOf.getOrDefault(Set.of(p.urlA(), p.urlB()), p.kind())))
            .toList());
  }
}
