package dev.crawlsieve.bench.result;

import java.util.List;

/**
 * The results for one topology.
 *
 * @param name {@link #PASS_THROUGH} or a detector
 * @param rounds one run per counted round, at least one
 * @param alone for each of them, CPU time in microseconds per page of the same work without Kafka;
 *     empty if it was not measured
 * @param latency from the time at which a page was due to be produced until it was read from its
 *     topic, committed; or null if it was not measured
 */
public record CaseResult(String name, List<Figures> rounds, List<Double> alone, Latencies latency) {

  /** Name of the case that all others are compared with. */
  public static final String PASS_THROUGH = "pass-through";

  public CaseResult {
    rounds = List.copyOf(rounds);
    alone = List.copyOf(alone);
    if (!alone.isEmpty() && alone.size() != rounds.size()) {
      throw new IllegalArgumentException(alone.size() + " runs alone in " + rounds.size());
    }
  }

  /** A result without runs alone. */
  public CaseResult(String name, List<Figures> rounds, Latencies latency) {
    this(name, rounds, List.of(), latency);
  }
}
