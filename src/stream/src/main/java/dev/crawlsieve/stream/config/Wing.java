package dev.crawlsieve.stream.config;

import java.util.List;

/**
 * An optional part of the topology, and what it has on brokers in addition to the topics of every
 * generation: a compacted topic of its findings, a store, and, unless it works where pages are
 * decided on, a log of what it gets from pages and verdicts, which tasks of its own read into the
 * store. Checks, rights and the creation of topics treat all wings alike.
 *
 * @param enabled name of the setting that puts it in use
 * @param log the log's name without the prefix; empty if it has none
 * @param found name of the compacted topic without the prefix
 * @param spread name of the one of these that has as many partitions as {@code pages}, empty if
 *     there is none; others have one
 * @param store the store's name
 * @param lost what would happen if the store were lost, in words
 */
public record Wing(
    String enabled, String log, String found, String spread, String store, String lost) {

  /** All wings, in use or not. */
  public static List<Wing> all() {
    return List.of(MirrorsConfig.WING, ClustersConfig.WING, PassagesConfig.WING);
  }

  /** The names of its topics without the prefix. */
  List<String> topics() {
    return log.isEmpty() ? List.of(found) : List.of(log, found);
  }

  /** Name of the source of its log in the topology. */
  public String logSource() {
    return log + "-source";
  }

  /** Name of the sink of its log in the topology. */
  public String logSink() {
    return log + "-sink";
  }

  /** Name of the sink of its findings in the topology. */
  public String foundSink() {
    return found + "-sink";
  }

  /** Name of the sink of what it sets aside, in the topology. */
  public String deadLettersSink() {
    return found + "-dead-letters-sink";
  }

  /** Whether one task reads the whole log, which must then have one partition, and keep all. */
  public boolean inOnePlace() {
    return !log.isEmpty() && !log.equals(spread);
  }
}
