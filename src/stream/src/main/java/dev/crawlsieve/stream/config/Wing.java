package dev.crawlsieve.stream.config;

import java.util.List;

/**
 * An optional part of the topology, and what it has on brokers in addition to the topics of every
 * generation: a log of what it gets from pages, which one task per partition reads into a store,
 * and a compacted topic of its findings. Checks, rights and the creation of topics treat all wings
 * alike.
 *
 * @param enabled name of the setting that puts it in use
 * @param log the log's name without the prefix
 * @param found name of the compacted topic without the prefix
 * @param store the store's name
 * @param lost what would happen if the store were lost, in words
 */
public record Wing(String enabled, String log, String found, String store, String lost) {

  /** All wings, in use or not. */
  public static List<Wing> all() {
    return List.of(PassagesConfig.WING);
  }
}
