package dev.crawlsieve.lab.bench.result;

import java.util.List;

/**
 * The results of one lane of the running topology.
 *
 * @param limits the limits it ran within
 * @param detector the detector
 * @param leaders number of new pages
 * @param pages number of pages in each run
 * @param cases a bare pass-through of the same fingerprints, and the deciding half of the topology
 * @param restore how the lane of the last run was restored without its state
 */
public record LaneResult(
    Limits limits,
    String detector,
    long leaders,
    long pages,
    List<CaseSummary> cases,
    LaneRestore restore) {

  public LaneResult {
    cases = List.copyOf(cases);
  }
}
