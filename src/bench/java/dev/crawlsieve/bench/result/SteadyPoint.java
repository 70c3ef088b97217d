package dev.crawlsieve.bench.result;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One measurement of a steady run.
 *
 * @param seconds since pages began to be produced
 * @param laneSeconds what the timestamps of the pages routed so far cover: less than {@code
 *     seconds} where the machine does not keep up with the rate
 * @param pagesPerSecond pages routed since the measurement before
 * @param waiting pages produced and not yet routed
 * @param duplicateShare share of duplicates among the pages routed since then, in [0, 1]
 * @param leaders kept pages that have not expired
 * @param expired kept pages that have expired, ever
 * @param heapBytes heap in use just after a full collection
 * @param residentBytes memory of the process that is resident, broker and producer included; -1 if
 *     the system does not say
 * @param tableBytes heap of the index's tables and filters, part of {@code heapBytes}
 * @param rocksBytes RocksDB's write buffers, table readers and cache
 * @param stateBytes files in the state folder
 * @param changelogBytes the index's changelog on the broker's disk
 * @param topicBytes all other topics there, which their own retention bounds
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
