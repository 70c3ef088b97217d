package dev.crawlsieve.lab.bench.result;

import java.util.List;

/**
 * What pages cost from their events to their fingerprints' records, by class, next to jsoup's parse
 * alone of the same pages.
 *
 * @param rounds how often each page was measured
 * @param all all pages
 * @param classes classes of pages; those of one property come one after the other
 */
public record PageClasses(int rounds, Cost all, List<Cost> classes) {

  /**
   * The cost of a class of pages in all rounds.
   *
   * @param property what the class is defined by
   * @param name the class
   * @param asCame whether the events are those of the input; if not, they were made from them, and
   *     are no part of {@link PageClasses#all}
   * @param pages their number
   * @param bytes size of their bodies altogether, once decoded from JSON and base64
   * @param nanos CPU time from event to record
   * @param htmlNanos the part of it from HTML to fingerprint
   * @param jsoupNanos CPU time of jsoup's parse
   */
  public record Cost(
      String property,
      String name,
      boolean asCame,
      long pages,
      long bytes,
      long nanos,
      long htmlNanos,
      long jsoupNanos) {

    /** How many times as long as from HTML to fingerprint jsoup's parse takes. */
    public double timesJsoup() {
      return (double) jsoupNanos / htmlNanos;
    }
  }

  public PageClasses {
    classes = List.copyOf(classes);
  }

  /** Share of a class in all pages. */
  public double pageShare(Cost cost) {
    return (double) cost.pages() / all.pages();
  }

  /** The CPU time of a class, relative to that of all pages as they came. */
  public double cpuShare(Cost cost) {
    return (double) cost.nanos() / all.nanos();
  }

  /** Bodies in 10⁶ bytes per second of CPU time, from event to record. */
  public double megabytesPerSecond(Cost cost) {
    return megabytesPerSecond(cost, cost.nanos());
  }

  /** The same, from HTML to fingerprint. */
  public double htmlMegabytesPerSecond(Cost cost) {
    return megabytesPerSecond(cost, cost.htmlNanos());
  }

  /** The same, in jsoup's parse. */
  public double jsoupMegabytesPerSecond(Cost cost) {
    return megabytesPerSecond(cost, cost.jsoupNanos());
  }

  private double megabytesPerSecond(Cost cost, long nanos) {
    return 1e3 * cost.bytes() * rounds / nanos;
  }
}
