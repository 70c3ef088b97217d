package dev.crawlsieve.bench.result;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The results for a lane in the running topology.
 *
 * @param limits the limits it ran within
 * @param detector the detector
 * @param leaders number of new pages
 * @param pages number of pages in each run
 * @param passThrough a bare pass-through of the same fingerprints
 * @param lane the deciding half of the topology
 * @param restore how the lane of the last run was restored without its state
 */
public record LaneResult(
    Limits limits,
    String detector,
    long leaders,
    long pages,
    CaseResult passThrough,
    CaseResult lane,
    LaneRestore restore) {

  /** The result as JSON; each figure that the pass-through also has includes a {@code ratio}. */
  public ObjectNode json() {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.set("limits", BenchJson.limits(limits));
    root.put("detector", detector);
    root.put("leaders", leaders);
    root.put("pages", pages);
    root.put("rounds", lane.rounds().size());
    root.set(
        "pagesPerSecond",
        BenchJson.comparison(Comparison.of(lane, passThrough, Figures::pagesPerSecond)));
    root.set(
        "cpuSecondsPerThousandPages",
        BenchJson.comparison(Comparison.of(lane, passThrough, Figures::cpuSecondsPerThousand)));
    root.put("compilerShare", BenchJson.rounded(Comparison.median(lane, Figures::compilerShare)));
    root.set(
        "brokerBytesPerPage",
        BenchJson.comparison(Comparison.of(lane, passThrough, Figures::brokerBytesPerPage)));
    root.put(
        "stateBytesPerPage",
        BenchJson.rounded(Comparison.median(lane, Figures::stateBytesPerPage)));
    root.putObject("restore")
        .put("records", restore.records())
        .put("recordsPerSecond", BenchJson.rounded(restore.recordsPerSecond()))
        .put("secondsToRunning", BenchJson.rounded(restore.secondsToRunning()));
    return root;
  }
}
