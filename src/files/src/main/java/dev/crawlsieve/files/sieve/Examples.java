package dev.crawlsieve.files.sieve;

import dev.crawlsieve.core.verdict.Evidence;
import dev.crawlsieve.core.verdict.Verdict;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A few examples of dropped pages: the first of each kind and distance. Not thread-safe. */
public final class Examples {

  private static final int MOST = 5;

  private final Map<String, Verdict> first = new TreeMap<>();

  /** Takes a verdict, as an example if it is the first of its kind and distance. */
  public void decided(Verdict verdict) {
    Evidence evidence = verdict.evidence();
    if (evidence != null && verdict.route() == Verdict.Route.DUPLICATE) {
      first.putIfAbsent(evidence.kind() + " " + evidence.distance(), verdict);
    }
  }

  /** Some of the examples, at most {@value #MOST}. */
  public List<Verdict> some() {
    return first.values().stream().limit(MOST).toList();
  }
}
