package dev.crawlsieve.lab.bench.result;

import java.util.List;

/**
 * What some settings cost {@code run}, beside an instance without them that sieves the same pages
 * at the same time.
 *
 * @param settings the settings, each as {@code name=value}
 * @param cores number of processors available
 * @param loadAverage the machine's load over the last minute before the start, or -1 if unknown
 * @param pages number of pages
 * @param sites number of sites that they are of
 * @param bytes total size of their events
 * @param without the instance without these settings
 * @param with the instance with them
 * @param ratio CPU time with them, relative to that without, until all pages are through
 * @param settledRatio the same until nothing more is written
 * @param topics what only the instance with these settings writes
 */
public record SettingsResult(
    List<String> settings,
    int cores,
    double loadAverage,
    int pages,
    int sites,
    long bytes,
    Instance without,
    Instance with,
    double ratio,
    double settledRatio,
    List<Topic> topics) {

  public SettingsResult {
    settings = List.copyOf(settings);
    topics = List.copyOf(topics);
  }

  /**
   * An instance.
   *
   * @param cpuSeconds user and system time of its process until all pages are through
   * @param settledCpuSeconds the same until nothing more is written
   * @param residentPeakBytes peak resident memory of its process, or -1 if unknown
   * @param stateBytes size of its stores
   * @param unique number of pages that are kept
   * @param duplicate number of pages that are dropped
   */
  public record Instance(
      double cpuSeconds,
      double settledCpuSeconds,
      long residentPeakBytes,
      long stateBytes,
      long unique,
      long duplicate) {}

  /**
   * A topic.
   *
   * @param name its name without the prefix
   * @param records number of committed records
   * @param keys number of different keys among them
   * @param bytes size on the broker
   */
  public record Topic(String name, long records, int keys, long bytes) {}
}
