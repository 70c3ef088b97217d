package dev.crawlsieve.files.sieve;

import dev.crawlsieve.core.verdict.Evidence;
import dev.crawlsieve.core.verdict.Verdict;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A few of the pages that were dropped: the first of each kind and distance. Not thread-safe. */
public final class Examples {

  private static final int MOST = 5;

  private final Map<String, Verdict> first = new TreeMap<>();

  /** A page was decided on. */
  public void decided(Verdict verdict) {
    Evidence evidence = verdict.evidence();
    if (evidence != null && verdict.route() == Verdict.Route.DUPLICATE) {
      first.putIfAbsent(evidence.kind() + " " + evidence.distance(), verdict);
    }
  }

  /** Some of them, at most {@value #MOST}. */
  public List<Verdict> some() {
    return first.values().stream().limit(MOST).toList();
  }
}
