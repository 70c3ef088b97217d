package dev.crawlsieve.lab.bench.result;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * The results for lanes of the same fingerprints, each spread over processes.
 *
 * @param limits the limits of this process, which has the broker
 * @param detector the detector
 * @param heap maximum heap size of each process, as in {@code -Xmx}
 * @param pages number of pages that each lane decides on
 * @param lanes the lanes in the order in which they ran
 */
public record SpreadResult(
    Limits limits, String detector, String heap, long pages, List<Lane> lanes) {

  /**
   * A lane.
   *
   * @param shards number of shards and of processes; 0 for one process without shards
   * @param pagesPerSecond from the first verdict until the last
   * @param lastHalfPagesPerSecond the same for the second half of the pages
   * @param duplicates number of pages that it dropped
   * @param verdicts hash of all verdicts in their order
   * @param inPipelineAtKill number of pages that had entered the lane and had no verdict when the
   *     process of the last shard was killed halfway; -1 if none was
   * @param outage what a lost process meant; null if none was
   */
  public record Lane(
      int shards,
      double pagesPerSecond,
      double lastHalfPagesPerSecond,
      long duplicates,
      long verdicts,
      long inPipelineAtKill,
      Outage outage) {}

  /**
   * A process with a shard ended and was started again at once, while pages came at a constant
   * rate.
   *
   * @param end how it ended: lost (killed, and its disk emptied), killed, or stopped
   * @param rate of new pages, per second
   * @param standbys {@code streams.num.standby.replicas}
   * @param restoredRecords number of records that were read from changelogs for it
   * @param secondsWithoutVerdicts longest time in which no verdict was committed
   * @param waiting number of pages without a verdict at its end
   * @param secondsToCaughtUp from the kill until verdicts were within a second of pages again
   */
  public record Outage(
      String end,
      double rate,
      int standbys,
      long restoredRecords,
      double secondsWithoutVerdicts,
      long waiting,
      double secondsToCaughtUp) {}

  public SpreadResult {
    lanes = List.copyOf(lanes);
  }

  /** Whether all lanes have the same verdicts, but for how much work they were. */
  public boolean equal() {
    return lanes.stream().mapToLong(Lane::verdicts).distinct().count() <= 1;
  }

  /** The result as JSON. */
  public ObjectNode json() {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.set("limits", BenchJson.limits(limits));
    root.put("detector", detector);
    root.put("heap", heap);
    root.put("pages", pages);
    root.put("equal", equal());
    ArrayNode array = root.putArray("lanes");
    lanes.forEach(lane -> array.add(json(lane)));
    return root;
  }

  private static ObjectNode json(Lane lane) {
    ObjectNode node =
        JsonNodeFactory.instance
            .objectNode()
            .put("shards", lane.shards())
            .put("pagesPerSecond", BenchJson.rounded(lane.pagesPerSecond()))
            .put("lastHalfPagesPerSecond", BenchJson.rounded(lane.lastHalfPagesPerSecond()))
            .put("duplicates", lane.duplicates())
            .put("verdicts", Long.toHexString(lane.verdicts()));
    if (lane.inPipelineAtKill() >= 0) {
      node.put("inPipelineAtKill", lane.inPipelineAtKill());
    }
    if (lane.outage() != null) {
      node.putObject("outage")
          .put("end", lane.outage().end())
          .put("rate", BenchJson.rounded(lane.outage().rate()))
          .put("standbys", lane.outage().standbys())
          .put("restoredRecords", lane.outage().restoredRecords())
          .put("secondsWithoutVerdicts", BenchJson.rounded(lane.outage().secondsWithoutVerdicts()))
          .put("waiting", lane.outage().waiting())
          .put("secondsToCaughtUp", BenchJson.rounded(lane.outage().secondsToCaughtUp()));
    }
    return node;
  }
}
