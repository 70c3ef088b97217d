package dev.crawlsieve.stream.config;

import java.util.List;

/**
 * What a wing has on brokers besides what every generation has: a log of what pages tell, which a
 * task for each of its partitions reads into a store, and a compacted topic of what is found.
 * Checks, rights and the creation of topics treat all wings alike.
 *
 * @param log the log's name without the prefix
 * @param found name of the compacted topic without the prefix
 * @param store the store's name
 * @param lost what is wrong if the store is lost, in words
 */
public record Wing(String log, String found, String store, String lost) {

  /** What sites say on many of their pages. */
  public static final Wing PASSAGES =
      new Wing(
          "page-blocks", "passages", "passages", "passages would be learned from the beginning");

  /** All wings, in use or not. */
  public static final List<Wing> ALL = List.of(PASSAGES);
}
