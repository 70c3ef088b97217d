package dev.crawlsieve.lab.chaos;

import java.util.List;
import java.util.Map;

/**
 * What came of topics that were recreated under running instances.
 *
 * @param moments each of them
 * @param counts differences by kind; empty if all is well
 * @param differences the first of them, in words
 */
record RecreateResult(List<Moment> moments, Map<String, Long> counts, List<String> differences) {

  /**
   * One of them.
   *
   * @param topic that was recreated
   * @param afterMillis after the first pages had come out
   * @param goneMillis how long it was missing
   * @param pages number of pages that were produced
   * @param stopped whether the instances stopped; otherwise all pages came out
   * @param said what they said
   */
  record Moment(
      String topic, long afterMillis, long goneMillis, long pages, boolean stopped, String said) {

    /** The topic without the generation's prefix. */
    String role() {
      return topic.replaceFirst("^(crawlsieve-)?moment\\d+[.-]", "");
    }
  }

  RecreateResult {
    moments = List.copyOf(moments);
    differences = List.copyOf(differences);
  }

  boolean well() {
    return counts.isEmpty();
  }
}
