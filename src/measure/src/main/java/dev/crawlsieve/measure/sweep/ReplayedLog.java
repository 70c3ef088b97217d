package dev.crawlsieve.measure.sweep;

import java.util.List;

/**
 * What is known of the log that was replayed.
 *
 * @param topic name of the log's topic or file
 * @param lanes number of lanes
 * @param pages number of fingerprints that were decided on
 * @param unreadable number of records that were skipped because they are not fingerprints of this
 *     version
 * @param undecided number of pages without a verdict in force
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
}
