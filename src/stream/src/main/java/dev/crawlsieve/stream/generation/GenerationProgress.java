package dev.crawlsieve.stream.generation;

/**
 * The progress of a new generation. The numbers are offsets: pages, and a marker for every
 * transaction.
 *
 * @param total number of offsets in its source when this run began
 * @param decided number decided, including earlier runs
 * @param routed number routed, including earlier runs
 * @param routedBefore number routed before this run began
 * @param seconds time since this run began
 */
public record GenerationProgress(
    long total, long decided, long routed, long routedBefore, double seconds) {

  /** Pages routed per second in this run. */
  public double pagesPerSecond() {
    return seconds <= 0 ? 0 : (routed - routedBefore) / seconds;
  }
}
