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
 * @param restoredPerSecond leaders restored from the changelog's records, tables included
 * @param recordsPerSecond the records alone
 */
public record GrowthResult(
    String detector,
    String tables,
    long memoryBytes,
    long heapBytes,
    long pages,
    List<GrowthPoint> points,
    double restoredPerSecond,
    double recordsPerSecond) {

  public GrowthResult {
    points = List.copyOf(points);
  }

  /** The result as JSON: {@code points} by size, and {@code restore}. */
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
    root.putObject("restore")
        .put("leadersPerSecond", BenchJson.rounded(restoredPerSecond))
        .put("recordsPerSecond", BenchJson.rounded(recordsPerSecond));
    return root;
  }
}
