package dev.crawlsieve.chaos;

import java.util.List;
import java.util.Map;

/**
 * What a chaos run did, and what came of it.
 *
 * @param seed of the plan
 * @param kills processes that were killed
 * @param faults what was done, by kind, how often
 * @param pages records that were produced, those among them that are no pages included
 * @param poison bad and odd ones among them
 * @param poisonKinds of how many kinds these are
 * @param refused bad and odd ones that the brokers did not take
 * @param removed pages that were on a topic when it was deleted
 * @param unique records on {@code unique}
 * @param duplicate records on {@code duplicate}
 * @param unjudged records on {@code unjudged}
 * @param deadLetters records on {@code dead-letters}
 * @param verdicts verdicts on their topic
 * @param scanned verdicts compared with a linear scan
 * @param audited verdicts that the audit of {@code replay --verify} found to be as they should
 * @param restores how often an index was restored from its changelog
 * @param restoredRecords records that these restores read
 * @param endedUnasked how often an instance or broker ended although nobody asked it to
 * @param didNotStop how often one did not end although it was asked to
 * @param longestGapSeconds longest time in which pages were owed and none came out
 * @param seconds how long it took
 * @param fates what became of each kind of bad and odd record
 * @param counts differences by kind; empty if all is well
 * @param differences the first of them, in words
 */
public record ChaosResult(
    long seed,
    int kills,
    Map<String, Integer> faults,
    long pages,
    long poison,
    int poisonKinds,
    long refused,
    long removed,
    long unique,
    long duplicate,
    long unjudged,
    long deadLetters,
    long verdicts,
    long scanned,
    long audited,
    long restores,
    long restoredRecords,
    int endedUnasked,
    int didNotStop,
    double longestGapSeconds,
    double seconds,
    Map<String, String> fates,
    Map<String, Long> counts,
    List<String> differences) {

  public ChaosResult {
    differences = List.copyOf(differences);
  }

  /** Whether nothing was lost, doubled, altered or decided otherwise. */
  public boolean well() {
    return counts.isEmpty();
  }
}
