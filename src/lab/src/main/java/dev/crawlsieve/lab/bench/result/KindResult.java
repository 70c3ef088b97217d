package dev.crawlsieve.lab.bench.result;

import java.util.List;

/**
 * The results for one kind of page.
 *
 * @param kind {@code html} or {@code text}
 * @param pages number of pages in each run
 * @param bytes total size of their values
 * @param capacityPagesPerSecond the rate that the slowest topology, the producer and a consumer of
 *     its results together kept up with, or 0 if it was not measured
 * @param pacedPagesPerSecond the rate at which all latencies were measured, or 0 if none were
 * @param passThrough the bare pass-through
 * @param detectors the topology with each detector
 */
public record KindResult(
    String kind,
    long pages,
    long bytes,
    double capacityPagesPerSecond,
    double pacedPagesPerSecond,
    CaseResult passThrough,
    List<CaseResult> detectors) {

  public KindResult {
    detectors = List.copyOf(detectors);
  }
}
