package dev.crawlsieve.lab.bench.result;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One measurement of a steady run.
 *
 * @param seconds time since the first page was produced
 * @param laneSeconds range of the timestamps of the pages routed so far: less than {@code seconds}
 *     if the machine does not keep up with the rate
 * @param pagesPerSecond pages routed since the previous measurement
 * @param waiting number of pages produced and not yet routed
 * @param duplicateShare share of duplicates among the pages routed since then, in [0, 1]
 * @param leaders number of kept pages that have not expired
 * @param expired total number of kept pages that have expired
 * @param heapBytes heap in use just after a full collection
 * @param residentBytes resident memory of the process, including broker and producer; -1 if unknown
 * @param tableBytes heap of the index's tables and filters, part of {@code heapBytes}
 * @param rocksBytes RocksDB's write buffers, table readers and cache
 * @param stateBytes files in the state folder
 * @param changelogBytes the index's changelog on the broker's disk
 * @param topicBytes all other topics there, limited by their own retention
 */
public record SteadyPoint(
    double seconds,
    double laneSeconds,
    double pagesPerSecond,
    long waiting,
    double duplicateShare,
    long leaders,
    long expired,
    long heapBytes,
    long residentBytes,
    long tableBytes,
    long rocksBytes,
    long stateBytes,
    long changelogBytes,
    long topicBytes) {

  /** All figures by name, in order. */
  public Map<String, Double> figures() {
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put("seconds", seconds);
    figures.put("laneSeconds", laneSeconds);
    figures.put("pagesPerSecond", pagesPerSecond);
    figures.put("waiting", (double) waiting);
    figures.put("duplicateShare", duplicateShare);
    figures.put("leaders", (double) leaders);
    figures.put("expired", (double) expired);
    figures.put("heapBytes", (double) heapBytes);
    figures.put("residentBytes", (double) residentBytes);
    figures.put("tableBytes", (double) tableBytes);
    figures.put("rocksBytes", (double) rocksBytes);
    figures.put("stateBytes", (double) stateBytes);
    figures.put("changelogBytes", (double) changelogBytes);
    figures.put("topicBytes", (double) topicBytes);
    return figures;
  }

  /** The measurement as JSON. */
  ObjectNode json() {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    figures()
        .forEach(
            (name, value) -> {
              if (value == Math.rint(value)) {
                node.put(name, value.longValue());
              } else {
                node.put(name, BenchJson.rounded(value));
              }
            });
    return node;
  }
}
