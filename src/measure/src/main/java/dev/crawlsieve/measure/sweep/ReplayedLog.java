package dev.crawlsieve.measure.sweep;

import java.util.ArrayList;
import java.util.List;

/**
 * The log that was replayed.
 *
 * @param topic its name
 * @param lanes its partitions
 * @param pages fingerprints that were decided on
 * @param unreadable records that are not fingerprints of this version, skipped
 * @param undecided pages without a verdict in force
 * @param bytesPerPage mean size of a page's record on the topic of pages, in bytes; 0 if unknown
 * @param notes further remarks, in sentences
 */
public record ReplayedLog(
    String topic,
    int lanes,
    long pages,
    long unreadable,
    long undecided,
    double bytesPerPage,
    List<String> notes) {

  public ReplayedLog {
    notes = List.copyOf(notes);
  }

  /** The same log with more remarks. */
  ReplayedLog noting(List<String> more) {
    List<String> all = new ArrayList<>(notes);
    all.addAll(more);
    return new ReplayedLog(topic, lanes, pages, unreadable, undecided, bytesPerPage, all);
  }
}
