package dev.crawlsieve.lab.bench.result;

import java.util.List;

/**
 * The results for one topology.
 *
 * @param name {@link #PASS_THROUGH} or a detector
 * @param rounds one run per counted round, at least one
 * @param alone for each of them, CPU time in microseconds per page of the same work without Kafka;
 *     empty if it was not measured
 * @param latencies for each of them, from the time at which a page was due to be produced until it
 *     was read from its topic, committed; empty if they were not measured
 */
public record CaseResult(
    String name, List<Figures> rounds, List<Double> alone, List<Latencies> latencies) {

  /** Name of the case that all others are compared with. */
  public static final String PASS_THROUGH = "pass-through";

  public CaseResult {
    rounds = List.copyOf(rounds);
    alone = List.copyOf(alone);
    latencies = List.copyOf(latencies);
    for (int others : new int[] {alone.size(), latencies.size()}) {
      if (others > 0 && others != rounds.size()) {
        throw new IllegalArgumentException(others + " runs beside " + rounds.size() + " rounds");
      }
    }
  }

  /** Whether all rounds were long enough to tell CPU times apart. */
  public boolean warm() {
    return rounds.stream().allMatch(Figures::warm);
  }

  /** A result of throughput alone. */
  public CaseResult(String name, List<Figures> rounds) {
    this(name, rounds, List.of(), List.of());
  }
}
