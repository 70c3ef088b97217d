package dev.crawlsieve.bench.result;

import java.util.List;

/**
 * What was measured of one topology.
 *
 * @param name {@link #PASS_THROUGH} or a detector
 * @param rounds a run of each round that counts, at least one
 * @param latency from the time at which a page was due to be produced until it was read, committed,
 *     on its topic; or null if it was not measured
 */
public record CaseResult(String name, List<Figures> rounds, Latencies latency) {

  /** Name of the case that all others are compared with. */
  public static final String PASS_THROUGH = "pass-through";

  public CaseResult {
    rounds = List.copyOf(rounds);
  }
}
