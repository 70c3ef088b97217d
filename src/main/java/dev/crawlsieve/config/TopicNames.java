package dev.crawlsieve.config;

import java.util.List;

/**
 * The names of the topics of one generation, as contract with everyone who scripts against them.
 *
 * @param pages pages in
 * @param fingerprints the log of decisions to take; its partitions are the lanes
 * @param verdicts decisions with their evidence
 * @param unique kept pages out
 * @param duplicate dropped pages out
 * @param deadLetters records that are no page, and why
 */
public record TopicNames(
    String pages,
    String fingerprints,
    String verdicts,
    String unique,
    String duplicate,
    String deadLetters) {

  /** The names under a prefix; the empty prefix gives the plain names. */
  public static TopicNames withPrefix(String prefix) {
    String start = prefix.isEmpty() ? "" : prefix + ".";
    return new TopicNames(
        start + "pages",
        start + "fingerprints",
        start + "verdicts",
        start + "unique",
        start + "duplicate",
        start + "dead-letters");
  }

  /** Topics that have as many partitions as {@code pages}. */
  public List<String> copartitioned() {
    return List.of(pages, verdicts, unique, duplicate);
  }

  /** All topics. */
  public List<String> all() {
    return List.of(pages, fingerprints, verdicts, unique, duplicate, deadLetters);
  }
}
