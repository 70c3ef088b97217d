package dev.crawlsieve.stream.generation;

/**
 * How far a new generation is. The numbers are offsets: pages, and a marker for every transaction.
 *
 * @param total offsets that its source held when this run began
 * @param decided those decided, in earlier runs, too
 * @param routed those routed, in earlier runs, too
 * @param routedBefore those that were routed when this run began
 * @param seconds time since this run began
 */
public record GenerationProgress(
    long total, long decided, long routed, long routedBefore, double seconds) {

  /** Pages routed in a second of this run. */
  public double pagesPerSecond() {
    return seconds <= 0 ? 0 : (routed - routedBefore) / seconds;
  }
}
