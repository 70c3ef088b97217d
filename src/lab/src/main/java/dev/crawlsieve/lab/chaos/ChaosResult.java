package dev.crawlsieve.lab.chaos;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;

/**
 * What a chaos run did, and its outcome.
 *
 * @param seed of the plan
 * @param kills number of processes killed
 * @param faults number of faults, by kind
 * @param pages number of records produced, including those that are not pages
 * @param poison number of bad and odd ones among them
 * @param poisonKinds number of kinds of these
 * @param refused number of bad and odd ones that the brokers rejected
 * @param removed number of pages that were on a topic when it was deleted
 * @param unique number of records on {@code unique}
 * @param duplicate number of records on {@code duplicate}
 * @param unjudged number of records on {@code unjudged}
 * @param deadLetters number of records on {@code dead-letters}
 * @param verdicts number of verdicts on their topic
 * @param audited number of verdicts that the audit of {@code replay --verify} confirmed
 * @param lastWords what an instance or broker said last, for each time that one ended without being
 *     asked to
 * @param didNotStop number of times one did not stop when asked to
 * @param seconds how long it took
 * @param fates the outcome for each kind of bad and odd record
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
    long audited,
    List<String> lastWords,
    int didNotStop,
    double seconds,
    Map<String, String> fates,
    Map<String, Long> counts,
    List<String> differences) {

  public ChaosResult {
    lastWords = List.copyOf(lastWords);
    differences = List.copyOf(differences);
  }

  /** Number of times an instance or broker ended without being asked to. */
  @JsonProperty("endedUnasked")
  public int endedUnasked() {
    return lastWords.size();
  }

  /** Whether nothing was lost, duplicated, altered or decided differently. */
  public boolean well() {
    return counts.isEmpty();
  }
}
