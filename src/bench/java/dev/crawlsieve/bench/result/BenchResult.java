package dev.crawlsieve.bench.result;

import java.util.List;

/**
 * What the whole benchmark of the topology measured.
 *
 * @param limits the bounds it ran within
 * @param sources real pages that the load was made of
 * @param partitions partitions of the pages
 * @param threads stream threads
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
