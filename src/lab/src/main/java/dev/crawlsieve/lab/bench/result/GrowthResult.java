package dev.crawlsieve.lab.bench.result;

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
   * @param cpuSeconds CPU time of the process meanwhile
   * @param leaders in it; after a crash, the others would be restored from the changelog
   */
  public record Opened(double seconds, double cpuSeconds, long leaders) {}

  public GrowthResult {
    points = List.copyOf(points);
  }
}
