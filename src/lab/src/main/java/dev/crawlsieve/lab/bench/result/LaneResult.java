package dev.crawlsieve.lab.bench.result;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The results for a lane in the running topology.
 *
 * @param limits the limits it ran within
 * @param detector the detector
 * @param leaders number of new pages
 * @param pages number of pages in each run
 * @param passThrough a bare pass-through of the same fingerprints
 * @param lane the deciding half of the topology
 * @param shards the lane with shards, in ascending number of them; may be empty
 * @param tableBytes heap bytes of the whole lane's tables, measured apart as those of the shards; 0
 *     if there are no shards
 * @param restore how the lane of the last run was restored without its state
 */
public record LaneResult(
    Limits limits,
    String detector,
    long leaders,
    long pages,
    CaseResult passThrough,
    CaseResult lane,
    List<ShardsResult> shards,
    long tableBytes,
    LaneRestore restore) {

  public LaneResult {
    shards = List.copyOf(shards);
  }

  /**
   * What one more shard costs: the difference from the case before, which has fewer or none,
   * divided by the number of shards that came in between.
   *
   * @param at position in {@link #shards}
   */
  public double perShard(int at, ToDoubleFunction<Figures> figure) {
    CaseResult before = at == 0 ? lane : shards.get(at - 1).lane();
    int fewer = at == 0 ? 0 : shards.get(at - 1).shards();
    double more =
        Comparison.median(shards.get(at).lane(), figure) - Comparison.median(before, figure);
    return more / (shards.get(at).shards() - fewer);
  }

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
    if (!shards.isEmpty()) {
      root.set(
          "threadMicrosPerPage",
          BenchJson.comparison(Comparison.of(lane, passThrough, Figures::threadMicrosPerPage)));
      root.put("tableBytes", tableBytes);
      ArrayNode cases = root.putArray("shards");
      for (int at = 0; at < shards.size(); at++) {
        cases.add(shards(at));
      }
      ArrayNode scale = root.putArray("scale");
      new ScaleModel(this).rows().forEach(row -> scale.add(json(row)));
    }
    return root;
  }

  private static ObjectNode json(ScaleModel.Row row) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("shards", row.shards())
        .put("pagesPerSecond", BenchJson.rounded(row.pagesPerSecond()))
        .put("cpuMicrosPerPage", BenchJson.rounded(row.cpuMicrosPerPage()))
        .put("brokerBytesPerPage", BenchJson.rounded(row.brokerBytesPerPage()))
        .put("commits", row.commits())
        .put("tableBytesPerLeader", BenchJson.rounded(row.tableBytesPerLeader()));
  }

  private ObjectNode shards(int at) {
    ShardsResult result = shards.get(at);
    ObjectNode node = JsonNodeFactory.instance.objectNode().put("shards", result.shards());
    node.put("pagesPerSecond", median(result, Figures::pagesPerSecond));
    node.put("cpuSecondsPerThousandPages", median(result, Figures::cpuSecondsPerThousand));
    node.put("threadMicrosPerPage", median(result, Figures::threadMicrosPerPage));
    node.put("compilerShare", median(result, Figures::compilerShare));
    node.put("brokerBytesPerPage", median(result, Figures::brokerBytesPerPage));
    node.put("stateBytesPerPage", median(result, Figures::stateBytesPerPage));
    node.putObject("perShard")
        .put(
            "cpuMicrosPerPage",
            BenchJson.rounded(1e3 * perShard(at, Figures::cpuSecondsPerThousand)))
        .put("threadMicrosPerPage", BenchJson.rounded(perShard(at, Figures::threadMicrosPerPage)))
        .put("brokerBytesPerPage", BenchJson.rounded(perShard(at, Figures::brokerBytesPerPage)));
    node.put("largestTableBytes", result.largestTableBytes());
    return node;
  }

  private static double median(ShardsResult result, ToDoubleFunction<Figures> figure) {
    return BenchJson.rounded(Comparison.median(result.lane(), figure));
  }
}
