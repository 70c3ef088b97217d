package dev.crawlsieve.tool.sieve;

import dev.crawlsieve.core.verdict.Evidence;
import dev.crawlsieve.core.verdict.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Chooses duplicates that show different reasons: of every kind and every distance. */
final class Examples {

  private static final int WANTED = 5;
  private static final int OF_EACH = 3;

  /** The first few, by kind and distance. */
  private final Map<String, List<Verdict>> byReason = new TreeMap<>();

  /** Adds a verdict; one on a unique page is ignored. */
  void offer(Verdict verdict) {
    Evidence evidence = verdict.evidence();
    if (evidence == null) {
      return;
    }
    List<Verdict> alike =
        byReason.computeIfAbsent(
            evidence.kind() + " " + evidence.distance(), reason -> new ArrayList<>());
    if (alike.size() < OF_EACH) {
      alike.add(verdict);
    }
  }

  /** One per reason, then a second per reason, until there are enough; sorted by distance. */
  List<Verdict> chosen() {
    List<Verdict> chosen = new ArrayList<>();
    for (int round = 0; round < OF_EACH; round++) {
      for (List<Verdict> alike : byReason.values()) {
        if (round < alike.size() && chosen.size() < WANTED) {
          chosen.add(alike.get(round));
        }
      }
    }
    chosen.sort(
        Comparator.comparing(Verdict::kind)
            .thenComparing(verdict -> verdict.evidence().distance()));
    return chosen;
  }
}
