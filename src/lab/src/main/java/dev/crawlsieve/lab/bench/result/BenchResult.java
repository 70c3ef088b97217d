package dev.crawlsieve.lab.bench.result;

import java.util.List;

/**
 * The results of the whole benchmark of the topology.
 *
 * @param limits the limits it ran within
 * @param sources number of real pages from which the load was generated
 * @param partitions number of partitions of the pages
 * @param threads number of stream threads
 * @param guarantee {@code processing.guarantee} of every case
 * @param kinds one for each kind of page
 */
public record BenchResult(
    Limits limits,
    int sources,
    int partitions,
    int threads,
    String guarantee,
    List<KindResult> kinds) {

  public BenchResult {
    kinds = List.copyOf(kinds);
  }
}
