package dev.crawlsieve.bench.result;

import java.util.List;

/**
 * The results for one topology.
 *
 * @param name {@link #PASS_THROUGH} or a detector
 * @param rounds one run per counted round, at least one
 * @param latency from the time at which a page was due to be produced until it was read from its
 *     topic, committed; or null if it was not measured
 */
public record CaseResult(String name, List<Figures> rounds, Latencies latency) {

  /** Name of the case that all others are compared with. */
  public static final String PASS_THROUGH = "pass-through";

  public CaseResult {
    rounds = List.copyOf(rounds);
  }
}
