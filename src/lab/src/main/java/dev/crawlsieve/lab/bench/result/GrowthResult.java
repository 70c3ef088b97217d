package dev.crawlsieve.lab.bench.result;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * The growth of an index.
 *
 * @param detector the detector
 * @param tables its tables in words
 * @param memoryBytes limit on the tables in memory
 * @param heapBytes maximum size of the heap
 * @param pages number of pages looked up
 * @param points measurements at increasing sizes, the last at the end
 * @param crashed opened after a crash
 * @param stopped opened after a clean stop
 * @param restoredPerSecond leaders restored from the changelog's records, tables included; of the
 *     first ten million only
 * @param recordsPerSecond the records alone
 */
public record GrowthResult(
    String detector,
    String tables,
    long memoryBytes,
    long heapBytes,
    long pages,
    List<GrowthPoint> points,
    Opened crashed,
    Opened stopped,
    double restoredPerSecond,
    double recordsPerSecond) {

  /**
   * An index that was opened again.
   *
   * @param seconds until it could decide
   * @param leaders in it; after a crash, the others would be restored from the changelog
   */
  public record Opened(double seconds, long leaders) {

    private ObjectNode json() {
      return JsonNodeFactory.instance
          .objectNode()
          .put("seconds", BenchJson.rounded(seconds))
          .put("leaders", leaders);
    }
  }

  public GrowthResult {
    points = List.copyOf(points);
  }

  /**
   * The result as JSON: {@code points} by size, {@code crashed}, {@code stopped} and {@code
   * restore}.
   */
  public ObjectNode json() {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("detector", detector);
    root.put("tables", tables);
    root.put("indexMemoryBytes", memoryBytes);
    root.put("heapBytes", heapBytes);
    root.put("pages", pages);
    ArrayNode all = root.putArray("points");
    for (GrowthPoint point : points) {
      all.addObject()
          .put("leaders", point.leaders())
          .put("onDisk", point.onDisk())
          .put("pagesPerSecond", BenchJson.rounded(point.pagesPerSecond()))
          .put("pagesPerCpuSecond", BenchJson.rounded(point.pagesPerCpuSecond()))
          .put("comparedPerPage", BenchJson.rounded(point.comparedPerPage()))
          .put("readsPerPage", BenchJson.rounded(point.readsPerPage()))
          .put("readBytesPerPage", BenchJson.rounded(point.readBytesPerPage()))
          .put("heapBytesPerLeader", BenchJson.rounded(point.heapBytesPerLeader()))
          .put("nativeBytesPerLeader", BenchJson.rounded(point.nativeBytesPerLeader()))
          .put("diskBytesPerLeader", BenchJson.rounded(point.diskBytesPerLeader()))
          .put("merges", point.merges());
    }
    root.set("crashed", crashed.json());
    root.set("stopped", stopped.json());
    root.putObject("restore")
        .put("leadersPerSecond", BenchJson.rounded(restoredPerSecond))
        .put("recordsPerSecond", BenchJson.rounded(recordsPerSecond));
    return root;
  }
}
