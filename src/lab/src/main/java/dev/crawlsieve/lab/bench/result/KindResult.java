package dev.crawlsieve.lab.bench.result;

import java.util.List;

/**
 * The results for one kind of page.
 *
 * @param kind {@code html} or {@code text}
 * @param pages number of pages in each run
 * @param bytes total size of their values
 * @param rounds number of counted runs of each case
 * @param pacedPagesPerSecond the rate at which all latencies were measured: half of what the
 *     slowest topology, the producer and a consumer of its results together kept up with
 * @param cases the bare pass-through, then the topology with each detector
 */
public record KindResult(
    String kind,
    long pages,
    long bytes,
    int rounds,
    double pacedPagesPerSecond,
    List<CaseSummary> cases) {

  public KindResult {
    cases = List.copyOf(cases);
  }
}
