package dev.crawlsieve.lab.bench.result;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The results for one topology, round by round.
 *
 * @param name {@link #PASS_THROUGH}, a detector or a lane
 * @param rounds one run per counted round, at least one
 * @param latencies for each round, from the time at which a page was due to be produced until it
 *     was read from its topic, committed; empty if they were not measured
 */
public record CaseResult(String name, List<Figures> rounds, List<Latencies> latencies) {

  /** Name of the case that all others are compared with. */
  public static final String PASS_THROUGH = "pass-through";

  public CaseResult {
    rounds = List.copyOf(rounds);
    latencies = List.copyOf(latencies);
    if (!latencies.isEmpty() && latencies.size() != rounds.size()) {
      throw new IllegalArgumentException(
          latencies.size() + " runs beside " + rounds.size() + " rounds");
    }
  }

  /** A result of throughput alone. */
  public CaseResult(String name, List<Figures> rounds) {
    this(name, rounds, List.of());
  }

  /** The figures, compared with those of the pass-through in the same rounds. */
  public CaseSummary against(CaseResult bare) {
    Figures last = rounds.get(rounds.size() - 1);
    return new CaseSummary(
        name,
        compared(bare, Figures::pagesPerSecond),
        compared(bare, Figures::megabytesPerSecond),
        compared(bare, Figures::cpuSecondsPerThousand),
        median(Figures::compilerShare),
        compared(bare, Figures::brokerBytesPerPage),
        median(Figures::stateBytesPerPage),
        latency(bare, 50),
        latency(bare, 99),
        last.unique(),
        last.duplicate());
  }

  private Comparison compared(CaseResult bare, ToDoubleFunction<Figures> figure) {
    return Comparison.of(figures(figure), bare.figures(figure));
  }

  private @Nullable Comparison latency(CaseResult bare, double percent) {
    return latencies.isEmpty()
        ? null
        : Comparison.of(percentiles(percent), bare.percentiles(percent));
  }

  private double[] percentiles(double percent) {
    return latencies.stream().mapToDouble(round -> round.percentile(percent)).toArray();
  }

  private double median(ToDoubleFunction<Figures> figure) {
    return Comparison.median(figures(figure));
  }

  private double[] figures(ToDoubleFunction<Figures> figure) {
    return rounds.stream().mapToDouble(figure).toArray();
  }
}
